#include "engine/review/format/yaml_scalars.h"

#include <algorithm>

namespace querygate::review {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::size_t SkipBlanks(std::string_view source, std::size_t at) {
  while (at < source.size() && (IsBlank(source[at]) || source[at] == '\n')) ++at;
  return at;
}

std::size_t EndOfQuoted(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (++at; at < source.size(); ++at) {
    if (quote == '"' && source[at] == '\\') {
      ++at;
    } else if (source[at] == quote) {
      if (quote == '"' || at + 1 >= source.size() || source[at + 1] != quote) return at + 1;
      ++at;
    }
  }
  return at;
}

// Follows the value through the text: a line end there is a space or line ends here.
std::size_t EndOfPlain(std::string_view source, std::size_t at, std::string_view value) {
  for (std::size_t read = 0; read < value.size();) {
    const std::size_t after = SkipBlanks(source, at);
    const bool folded = source.substr(at, after - at).find('\n') != std::string_view::npos;
    if (folded) {
      while (read < value.size() && (value[read] == ' ' || value[read] == '\n')) ++read;
      at = after;
      continue;
    }
    if (at >= source.size() || source[at] != value[read]) return at;
    ++at;
    ++read;
  }
  return at;
}

std::string_view TrimRight(std::string_view line) {
  while (!line.empty() && IsBlank(line.back())) line.remove_suffix(1);
  return line;
}

std::string_view TrimLeft(std::string_view line) {
  while (!line.empty() && IsBlank(line.front())) line.remove_prefix(1);
  return line;
}

std::size_t IndentOf(std::string_view line) {
  std::size_t indent = 0;
  while (indent < line.size() && line[indent] == ' ') ++indent;
  return indent;
}

std::string_view WithoutReturn(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace

int ColumnAt(std::string_view source, std::size_t offset) {
  const std::size_t start = offset == 0 ? std::string_view::npos : source.rfind('\n', offset - 1);
  return static_cast<int>(offset - (start == std::string_view::npos ? 0 : start + 1));
}

bool IsWritten(std::string_view source, const YamlNode& node) {
  if (node.kind != NodeKind::kNull) return true;
  for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
    if (!source.substr(std::min(node.offset, source.size())).starts_with(word)) continue;
    const std::size_t end = node.offset + word.size();
    constexpr std::string_view kDelimiters = " \t\r\n,]}";
    if (end >= source.size() || kDelimiters.find(source[end]) != std::string_view::npos) return true;
  }
  return false;
}

std::size_t EndOfScalar(std::string_view source, const YamlNode& node) {
  if (node.kind == NodeKind::kNull) return node.offset + (source[node.offset] == '~' ? 1 : 4);
  if (node.style == ScalarStyle::kPlain) return EndOfPlain(source, node.offset, node.text);
  return EndOfQuoted(source, node.offset);
}

std::string ScalarText(std::string_view raw, std::size_t indent) {
  const bool one_line = raw.find('\n') == std::string_view::npos;
  if (one_line && raw.size() >= 2 && raw.front() == '"') {
    const std::string_view inner = raw.substr(1, raw.size() - 2);
    if (inner.find_first_of("\\'") == std::string_view::npos) return "'" + std::string(inner) + "'";
  }
  std::string text;
  for (std::size_t start = 0; start <= raw.size();) {
    const std::size_t end = std::min(raw.find('\n', start), raw.size());
    std::string_view line = raw.substr(start, end - start);
    if (end < raw.size()) line = TrimRight(line);
    if (start == 0) {
      text += line;
    } else {
      line = TrimLeft(line);
      text += '\n';
      if (!line.empty()) text += std::string(indent, ' ') + std::string(line);
    }
    start = end + 1;
  }
  return text;
}

BlockScalar ReadBlockScalar(std::string_view source, const YamlNode& node, int parent_column, std::size_t indent) {
  BlockScalar block;
  const std::size_t line_end = std::min(source.find('\n', node.offset), source.size());
  std::string_view header = TrimRight(source.substr(node.offset, line_end - node.offset));
  if (const std::size_t comment = header.find('#'); comment != std::string_view::npos) {
    block.comment = header.substr(comment);
    header = TrimRight(header.substr(0, comment));
  }
  std::size_t own = std::string_view::npos;  // the indentation of its content
  for (const char indicator : header) {
    if (indicator < '1' || indicator > '9') {
      block.header += indicator;
      continue;
    }
    own = static_cast<std::size_t>(std::max(parent_column, 0)) + static_cast<std::size_t>(indicator - '0');
    block.header += '2';  // what it is going to be
  }
  const bool keeps = header.find('+') != std::string_view::npos;

  block.end = line_end;
  std::string blanks;  // lines that belong to it only if more text or `+` follows
  for (std::size_t start = line_end + 1; start <= source.size() && line_end < source.size();) {
    const std::size_t end = std::min(source.find('\n', start), source.size());
    const std::string_view line = WithoutReturn(source.substr(start, end - start));
    const std::size_t depth = IndentOf(line);
    const bool empty = depth == line.size();
    if (!empty && own == std::string_view::npos) {
      if (static_cast<int>(depth) <= parent_column) break;
      own = depth;
    }
    if (!empty && depth < own) break;
    if (empty && (own == std::string_view::npos || line.size() <= own)) {
      if (end == source.size()) break;  // the end of the file, not a line
      blanks += '\n';
    } else {
      block.content += blanks + std::string(indent, ' ') + std::string(line.substr(own)) + '\n';
      blanks.clear();
      block.end = end;
    }
    if (keeps && !blanks.empty()) {
      block.content += blanks;
      blanks.clear();
      block.end = end;
    }
    start = end + 1;
  }
  return block;
}

}  // namespace querygate::review
