// The table of backends.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate {

// Null when this build has no such backend.
std::unique_ptr<Backend> MakeBackend(std::string_view name);
std::vector<std::string_view> BackendNames();

}  // namespace querygate
