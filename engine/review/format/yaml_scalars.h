// Where scalars end in the text that they were read from, and how their text is written again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/load/yaml_node.h"

namespace querygate::review {

// The column of an offset in its line, from 0, in bytes.
int ColumnAt(std::string_view source, std::size_t offset);

// Whether the node was written at all: `key:` alone is null without a word.
bool IsWritten(std::string_view source, const YamlNode& node);

// The offset behind a written scalar or null that does not start with `|` or `>`.
std::size_t EndOfScalar(std::string_view source, const YamlNode& node);

// A scalar's text with its lines after the first indented by `indent`; double quotes become single ones where
// nothing in them needs either.
std::string ScalarText(std::string_view raw, std::size_t indent);

// A block scalar, from its `|` or `>`.
struct BlockScalar {
  std::string header;   // indicators without comment
  std::string comment;  // behind the header, with its `#`; may be empty
  std::string content;  // each line ended, indented by `indent`
  std::size_t end = 0;  // offset behind the last line of its content, before that line's end
};
// `parent_column` is the indentation of the mapping or sequence that it belongs to.
BlockScalar ReadBlockScalar(std::string_view source, const YamlNode& node, int parent_column, std::size_t indent);

}  // namespace querygate::review
