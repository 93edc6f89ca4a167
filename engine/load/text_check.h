// Which characters a file, or a value written with escapes, may hold.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace querygate {

struct TextFault {
  std::size_t offset = 0;
  std::string message;
  std::string help;
};

// The first character that a reviewer could not see or that a reader could misread: bytes that are not UTF-8,
// a byte order mark, control characters other than tab and line feed (a carriage return is fine before a line
// feed), and the bidirectional controls, which make text show in another order than it is read.
std::optional<TextFault> FindTextFault(std::string_view text);

// `text` in backticks on one line, control characters escaped, cut to a length fit for a message. Valid UTF-8 stays so.
std::string Quoted(std::string_view text);

}  // namespace querygate
