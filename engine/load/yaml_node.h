// One YAML document as a tree of plain values with positions: what is left after everything that this
// language refuses (aliases, tags, merge keys, …) has been reported.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/source_text.h"

namespace querygate {

enum class NodeKind {
  kNull,  // empty, `~` or `null`
  kScalar,
  kSequence,
  kMapping,
  kRefused,  // already reported: readers pass over it in silence
};

enum class ScalarStyle { kPlain, kSingleQuoted, kDoubleQuoted, kLiteral, kFolded };

struct YamlMember;

struct YamlNode {
  NodeKind kind = NodeKind::kNull;
  ScalarStyle style = ScalarStyle::kPlain;
  std::string text;        // of a scalar, decoded
  std::size_t offset = 0;  // of its first byte in the file
  SourcePosition position;
  std::vector<YamlNode> items;      // of a sequence
  std::vector<YamlMember> members;  // of a mapping: keys are distinct scalars, in the order written
};

struct YamlMember {
  YamlNode key;
  YamlNode value;
};

}  // namespace querygate
