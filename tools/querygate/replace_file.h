// Replacing a file as a whole: a reader sees the old text or the new one, never a part.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/expected.h"

namespace querygate::cli {

// `path` is a regular file, no symbolic link; it keeps its permissions. The error is one line for people.
Expected<void, std::string> ReplaceFile(const std::string& path, std::string_view text);

}  // namespace querygate::cli
