// One argument, or one item of a list, read by declared type.
#pragma once

#include <optional>

#include "engine/base/argument.h"
#include "engine/base/typed_value.h"
#include "engine/contract/parameter_spec.h"

namespace querygate {

// Empty when the argument is not of the parameter's type. Nothing is converted: JSON values have their own
// type, and only a command-line word is read by the declared one. Domain and store are not looked at.
std::optional<TypedValue> ReadArgument(const ParameterSpec& spec, const Argument& argument);

}  // namespace querygate
