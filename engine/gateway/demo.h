// Small databases for `querygate demo`.
#pragma once

#include <string>

#include "engine/base/expected.h"

namespace querygate {

// Runs a trusted script into a new SQLite file; a file that exists is never touched. The error is one line for
// people.
Expected<void, std::string> CreateDemoDatabase(const std::string& path, const std::string& sql);

}  // namespace querygate
