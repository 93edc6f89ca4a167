// A folder of generated files, replaced as a whole or not at all.
#pragma once

#include <map>
#include <string>

#include "engine/base/expected.h"

namespace querygate::cli {

struct FolderFault {
  bool exists = false;  // something is there that was not generated; it was left untouched
  std::string detail;   // one line
};

// Makes `folder` with `files` (path below it to text) and a list of what was written. A folder that exists is
// replaced only when it is empty, or holds nothing but the files of its own list: never what somebody else put there.
Expected<void, FolderFault> WriteSiteFolder(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace querygate::cli
