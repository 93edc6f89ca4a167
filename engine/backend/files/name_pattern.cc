#include "engine/backend/files/name_pattern.h"

#include <algorithm>
#include <cstddef>

#include "engine/base/utf8.h"

namespace querygate::files {
namespace {

// The set that starts at `at`, the bracket: where it ends, and whether it holds `character`. End 0: no set.
struct SetMatch {
  std::size_t end = 0;
  bool holds = false;
};

SetMatch MatchSet(std::string_view pattern, std::size_t at, char32_t character) {
  std::size_t next = at + 1;
  const bool negated = next < pattern.size() && (pattern[next] == '!' || pattern[next] == '^');
  if (negated) ++next;
  bool holds = false;
  for (bool first = true; next < pattern.size(); first = false) {
    if (pattern[next] == ']' && !first) return {next + 1, holds != negated};
    const auto low = static_cast<unsigned char>(pattern[next++]);
    auto high = low;
    if (next + 1 < pattern.size() && pattern[next] == '-' && pattern[next + 1] != ']') {
      high = static_cast<unsigned char>(pattern[next + 1]);
      next += 2;
    }
    holds = holds || (character >= low && character <= high);
  }
  return {};
}

}  // namespace

bool IsPattern(std::string_view text) { return text.find_first_of("*?[") != std::string_view::npos; }

bool MatchesName(std::string_view pattern, std::string_view name) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  // The last star, and how much of the name it has taken so far: all that there is to go back to.
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  std::size_t at = 0;
  std::size_t place = 0;
  while (place < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      taken = place;
      continue;
    }
    const CodePoint point = CodePointAt(name, place);
    std::size_t next = at + 1;
    bool matched = false;
    if (at < pattern.size()) {
      const SetMatch set = pattern[at] == '[' ? MatchSet(pattern, at, point.value) : SetMatch{};
      if (set.end != 0) {
        matched = set.holds;
        next = set.end;
      } else if (pattern[at] == '?') {
        matched = true;
      } else {
        matched = pattern[at] == name[place];
      }
      if (matched) {
        const bool one_point = set.end != 0 || pattern[at] == '?';
        place += one_point ? point.bytes : 1;
        at = next;
        continue;
      }
    }
    if (star == std::string_view::npos) return false;
    at = star + 1;
    place = ++taken;
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace querygate::files
