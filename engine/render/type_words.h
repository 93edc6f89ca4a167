// What a parameter accepts and a column delivers, in words for people; from the declaration alone.
#pragma once

#include <string>

#include "engine/contract/column_spec.h"
#include "engine/contract/group.h"
#include "engine/contract/parameter_spec.h"

namespace querygate {

// "one of queued, sent", "integer from 1 to 20", "text matching [OP][0-9]{1,12}".
std::string AcceptedValues(const ParameterSpec& parameter);

// "integer from 0 to 20", "decimal string", "text or null".
std::string DeliveredType(const ColumnSpec& column);
std::string DeliveredType(const GroupSpec& group, const GroupColumnSpec& column);

// " from 1 to 20", " to 5"; empty where nothing is left out: the bounds of 64 bits and of JSON numbers go without saying.
std::string BoundsWords(const std::optional<TypedValue>& min, const std::optional<TypedValue>& max);

// Title, unit and description as one line; empty when nothing was said.
std::string DocumentationText(const Documentation& documentation);

}  // namespace querygate
