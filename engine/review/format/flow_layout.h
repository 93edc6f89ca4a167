// Collections in brackets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/load/yaml_node.h"

namespace querygate::review {

struct FlowText {
  std::string text;
  std::vector<std::string> comments;
  std::size_t end = 0;  // offset behind the closing bracket
};

// `{ a: 1, b: [x, y] }`. Line breaks after brackets and commas stay; lines are indented from `indent` on.
Expected<FlowText, std::string> LayOutFlow(std::string_view source, const YamlNode& node, std::size_t indent);

}  // namespace querygate::review
