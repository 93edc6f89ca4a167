// One path, pattern or folder of a deployment, followed through the file system without ever following a link.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/files/call_time.h"
#include "engine/backend/files/file_stamp.h"
#include "engine/base/expected.h"
#include "engine/declaration/files.h"

namespace querygate::files {

struct FoundFile {
  std::string path;   // absolute
  std::string below;  // below the folder where the walk began
  FileStamp stamp;
};

struct WalkRules {
  FileFormat format = FileFormat::kCsv;  // which names of a folder are files of the table
  std::size_t most = 0;                  // files: one more ends the walk with input_files_limit
};

// Adds to `files` in no particular order. A path that exists is itself, whatever characters it has; where its
// characters also make a pattern that matches another file, nobody can tell what is meant, and it is refused.
Expected<void, Failure> Walk(const std::string& pattern, const WalkRules& rules, const CallTime& time,
                             std::vector<FoundFile>& files);

// The folder where such a walk begins; empty when there is none.
std::string WalkRoot(const std::string& pattern);

}  // namespace querygate::files
