// The table of backends.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/expected.h"

namespace querygate {

struct BackendOptions {
  // The process serves one call at a time, is killed from outside when it takes too long, and can open little
  // later on: no threads are started, and whatever the client library needs of the system is taken at once.
  bool isolated = false;
};

// Null when this build has no such backend.
std::unique_ptr<Backend> MakeBackend(std::string_view name, BackendOptions options = {});
std::vector<std::string_view> BackendNames();

// Makes a small database of a backend that keeps one in a file, from a trusted script; never replaces one. The
// error is one line for people.
Expected<void, std::string> CreateDatabase(std::string_view backend, const std::string& path, const std::string& sql);

}  // namespace querygate
