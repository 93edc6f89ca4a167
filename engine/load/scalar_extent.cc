#include "engine/load/scalar_extent.h"

#include <algorithm>

namespace querygate {

namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t AfterLine(std::string_view source, std::size_t at) {
  const std::size_t end = source.find('\n', at);
  return end == std::string_view::npos ? source.size() : end + 1;
}

// Source and value go side by side; white space around a line break is a fold.
std::size_t EndOfPlain(std::string_view source, std::size_t at, std::string_view value) {
  std::size_t done = 0;
  while (done < value.size() && at < source.size()) {
    if (source[at] == value[done] && !IsSpace(source[at])) {
      ++at;
      ++done;
    } else if (IsSpace(source[at])) {
      while (at < source.size() && IsSpace(source[at])) ++at;
      while (done < value.size() && IsSpace(value[done])) ++done;
    } else {
      break;
    }
  }
  return at;
}

// One past the last line that holds something and is indented like the block.
std::size_t EndOfBlock(std::string_view source, std::size_t content, std::string_view value) {
  const std::size_t indentation = BlockIndentation(source, content, value);
  std::size_t end = content;
  if (indentation == 0) return end;
  for (std::size_t at = content; at < source.size(); at = AfterLine(source, at)) {
    const std::string_view line = source.substr(at, AfterLine(source, at) - at);
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const bool holds_something = line.find_first_not_of(" \r\n") != std::string_view::npos;
    if (holds_something && blanks < indentation) break;
    if (holds_something) end = at + line.size();
  }
  return end;
}

}  // namespace

ScalarExtent ExtentOf(std::string_view source, const YamlNode& scalar) {
  ScalarExtent extent;
  extent.head = {scalar.offset, scalar.offset};
  switch (scalar.style) {
    case ScalarStyle::kPlain:
      extent.head.end = EndOfPlain(source, scalar.offset, scalar.text);
      break;
    case ScalarStyle::kSingleQuoted:
    case ScalarStyle::kDoubleQuoted:
      extent.head.end = EndOfQuoted(source, scalar.offset).value_or(source.size());
      break;
    case ScalarStyle::kLiteral:
    case ScalarStyle::kFolded: {
      const auto indicators = source.find_first_not_of("|>+-0123456789", scalar.offset);
      extent.head.end = std::min(indicators, source.size());
      extent.lines.begin = AfterLine(source, scalar.offset);
      extent.lines.end = EndOfBlock(source, extent.lines.begin, scalar.text);
      break;
    }
  }
  return extent;
}

std::optional<std::size_t> EndOfQuoted(std::string_view source, std::size_t offset) {
  const char quote = source[offset];
  const bool double_quoted = quote == '"';
  for (std::size_t at = offset + 1; at < source.size(); ++at) {
    if (double_quoted && source[at] == '\\') {
      ++at;
    } else if (source[at] == quote) {
      // A doubled single quote stands for one.
      if (double_quoted || at + 1 >= source.size() || source[at + 1] != quote) return at + 1;
      ++at;
    }
  }
  return std::nullopt;
}

std::size_t BlockIndentation(std::string_view source, std::size_t content, std::string_view value) {
  const std::size_t in_value = value.find_first_not_of(" \n");
  const std::size_t in_source = source.find_first_not_of(" \r\n", content);
  if (in_value == std::string_view::npos || in_source == std::string_view::npos) return 0;
  const auto blanks_before = [](std::string_view text, std::size_t at) {
    const std::size_t line_break = text.substr(0, at).rfind('\n');
    return line_break == std::string_view::npos ? at : at - line_break - 1;
  };
  // The leading blanks of the first line that holds something, less those that belong to the value.
  const std::size_t blanks = blanks_before(source, in_source);
  return blanks - std::min(blanks, blanks_before(value, in_value));
}

}  // namespace querygate
