// A whole deployment as one side of a comparison.
#pragma once

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"
#include "engine/review/diff/side.h"

namespace querygate {

Expected<review::PolicySide, Unusable> ReadPolicySide(Library& library);

}  // namespace querygate
