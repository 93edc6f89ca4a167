// What a worker process gives up before it meets a database: from then on it can read files of the folders of its data, compute,
// and speak to its gateway, and nothing else. Nothing here can be taken back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"

namespace querygate::isolation {

// The errors are one line for the operator.

// No core dumps, no growing files, few descriptors, no privileges to gain, nobody may look into the process; it
// dies with the thread that made it.
Expected<void, std::string> LimitResources(int parent);

// What may be read beneath a folder.
enum class FolderRights {
  kFiles,           // files whose names are known: a database and its journals
  kFilesAndNames,   // names too: where a pattern or a partition says which files there are
};

// Whether the kernel can; false where it has no Landlock. Afterwards only what lies beneath `folders` can be opened, for
// reading, and nothing can be executed, made or connected to.
Expected<bool, std::string> RestrictFiles(const std::vector<std::string>& folders, FolderRights rights);

// Afterwards only the listed system calls work. `channel` is the one descriptor that can be written to.
Expected<void, std::string> RestrictSystemCalls(int channel);

// The listed ones, for whoever compares them with what workers call.
struct ListedSystemCall {
  std::string name;
  std::string_view needed_by;
};
std::vector<ListedSystemCall> ListedSystemCalls();

}  // namespace querygate::isolation
