// Writes a parsed document out again from its own text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/load/yaml_node.h"

namespace querygate::review {

struct LaidOut {
  std::string text;
  std::vector<std::string> comments;  // in order, each from its `#`
};

// `root` was parsed from `source` without findings. The error is one line: what in the source was not expected.
Expected<LaidOut, std::string> LayOut(std::string_view source, const YamlNode& root);

}  // namespace querygate::review
