// The comments of a document, which the parser passes over.
#pragma once

#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/comment.h"

namespace querygate {

// In the order written. A `#` inside a scalar is none. A text that ParseYaml finds fault with has no comments:
// what cannot be understood as a whole cannot be told apart either.
std::vector<Comment> FindComments(const SourceText& text);

}  // namespace querygate
