// Which bytes of a file a scalar was written with. What lies between scalars is structure, white space and
// comments.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/load/yaml_node.h"

namespace querygate {

// Half-open offsets into the file. A literal or folded block has two stretches: its indicators and its lines;
// between them a comment may stand. `lines` is empty for other styles.
struct ScalarExtent {
  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  Stretch head;
  Stretch lines;

  std::size_t end() const { return lines.end > head.end ? lines.end : head.end; }
};

// Precondition: `scalar` is a scalar node of `source`.
ScalarExtent ExtentOf(std::string_view source, const YamlNode& scalar);

// One past the closing quote of the quoted scalar at `offset`; empty when it is not closed.
std::optional<std::size_t> EndOfQuoted(std::string_view source, std::size_t offset);

// The columns that the lines of a block are indented by. `content` is the offset of the line after the
// indicators. Zero for a block that holds nothing but blanks.
std::size_t BlockIndentation(std::string_view source, std::size_t content, std::string_view value);

}  // namespace querygate
