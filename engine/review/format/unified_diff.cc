#include "engine/review/format/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace querygate::review {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::size_t kMaxCells = 4'000'000;  // of the table; larger stretches are shown as replaced

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
    lines.push_back(text.substr(start, end - start));
    start = end;
  }
  return lines;
}

struct Edit {
  char sign = ' ';  // ' ', '-', '+'
  std::string_view line;
};

using Lines = std::vector<std::string_view>;

// The longest common subsequence of what is left between equal beginnings and ends.
void AppendMiddle(const Lines& before, const Lines& after, std::size_t begin, std::size_t before_end,
                  std::size_t after_end, std::vector<Edit>& edits) {
  const std::size_t rows = before_end - begin;
  const std::size_t columns = after_end - begin;
  std::size_t i = 0;
  std::size_t j = 0;
  if (rows * columns <= kMaxCells) {
    std::vector<std::size_t> common((rows + 1) * (columns + 1), 0);
    const auto at = [&common, columns](std::size_t row, std::size_t column) -> std::size_t& {
      return common[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        at(row, column) = before[begin + row] == after[begin + column]
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
    while (i < rows && j < columns) {
      if (before[begin + i] == after[begin + j]) {
        edits.push_back({' ', before[begin + i]});
        ++i;
        ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        edits.push_back({'-', before[begin + i++]});
      } else {
        edits.push_back({'+', after[begin + j++]});
      }
    }
  }
  while (i < rows) edits.push_back({'-', before[begin + i++]});
  while (j < columns) edits.push_back({'+', after[begin + j++]});
}

std::vector<Edit> Compare(const Lines& before, const Lines& after) {
  std::size_t begin = 0;
  while (begin < before.size() && begin < after.size() && before[begin] == after[begin]) ++begin;
  std::size_t before_end = before.size();
  std::size_t after_end = after.size();
  while (before_end > begin && after_end > begin && before[before_end - 1] == after[after_end - 1]) {
    --before_end;
    --after_end;
  }
  std::vector<Edit> edits;
  for (std::size_t line = 0; line < begin; ++line) edits.push_back({' ', before[line]});
  AppendMiddle(before, after, begin, before_end, after_end, edits);
  for (std::size_t line = before_end; line < before.size(); ++line) edits.push_back({' ', before[line]});
  return edits;
}

std::string Range(std::size_t first, std::size_t count) {
  return std::to_string(count == 0 ? first : first + 1) + "," + std::to_string(count);
}

}  // namespace

std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after) {
  const std::vector<Edit> edits = Compare(LinesOf(before), LinesOf(after));
  std::string out;
  std::size_t old_line = 0;
  std::size_t new_line = 0;
  for (std::size_t at = 0; at < edits.size();) {
    if (edits[at].sign == ' ') {
      ++at;
      ++old_line;
      ++new_line;
      continue;
    }
    const std::size_t lead = std::min(at, kContext);
    std::size_t end = at;  // behind the last change of this piece
    for (std::size_t look = at; look < edits.size() && look < end + 2 * kContext + 1; ++look) {
      if (edits[look].sign != ' ') end = look + 1;
    }
    const std::size_t stop = std::min(end + kContext, edits.size());
    std::string body;
    std::size_t removed = 0;
    std::size_t added = 0;
    for (std::size_t index = at - lead; index < stop; ++index) {
      body += edits[index].sign;
      body += edits[index].line;
      if (!edits[index].line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
      removed += edits[index].sign != '+' ? 1U : 0U;
      added += edits[index].sign != '-' ? 1U : 0U;
    }
    if (out.empty()) out = "--- " + std::string(name) + "\n+++ " + std::string(name) + "\n";
    out += "@@ -" + Range(old_line - lead, removed) + " +" + Range(new_line - lead, added) + " @@\n" + body;
    old_line += removed - lead;
    new_line += added - lead;
    at = stop;
  }
  return out;
}

}  // namespace querygate::review
