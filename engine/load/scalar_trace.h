// Where each stretch of a scalar's decoded value was written: what lets an SQL error at byte 120 point into a
// folded block.
#pragma once

#include "engine/base/source_text.h"
#include "engine/load/yaml_node.h"

namespace querygate {

// Precondition: `scalar` is a scalar node of `text`. Where source and value cannot be matched, the rest of the
// value belongs to the last anchor.
AnchoredText TraceScalar(const SourceText& text, const YamlNode& scalar);

}  // namespace querygate
