// The only reader of YAML: text to a tree in which everything that this language does without has been refused.
#pragma once

#include <optional>

#include "engine/base/diagnostic.h"
#include "engine/base/source_text.h"
#include "engine/load/yaml_node.h"

namespace querygate {

struct YamlDocument {
  std::optional<YamlNode> root;  // empty when the text could not be read as YAML at all
  Diagnostics diagnostics;
};

// Refuses, each with its position: more than kMaxDocumentBytes, nesting beyond kMaxDocumentDepth, text that
// FindTextFault finds fault with (in the file or made by an escape), directives, a second document, anchors,
// aliases, tags, merge keys, duplicate keys and keys that are not scalars. Goes on after the first where the
// rest can still be understood.
YamlDocument ParseYaml(const SourceText& text);

}  // namespace querygate
