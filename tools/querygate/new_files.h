// Files that must not exist yet: all of them are written, or none is.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "engine/base/expected.h"

namespace querygate::cli {

struct FileProblem {
  bool exists = false;  // else it could not be written
  std::string path;
};

// Path and text. Folders are made on the way. Files made before a problem are removed again.
Expected<void, FileProblem> WriteNewFiles(std::span<const std::pair<std::string, std::string>> files);

}  // namespace querygate::cli
