// The table of backends.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/expected.h"

namespace querygate {

// Null when this build has no such backend.
std::unique_ptr<Backend> MakeBackend(std::string_view name);
std::vector<std::string_view> BackendNames();

// Makes a small database of a backend that keeps one in a file, from a trusted script; never replaces one. The
// error is one line for people.
Expected<void, std::string> CreateDatabase(std::string_view backend, const std::string& path, const std::string& sql);

}  // namespace querygate
