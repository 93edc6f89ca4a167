// JSON values as arguments.
#pragma once

#include "engine/base/argument.h"
#include "engine/load/json_reader.h"

namespace querygate {

Argument ToArgument(JsonValue value);

}  // namespace querygate
