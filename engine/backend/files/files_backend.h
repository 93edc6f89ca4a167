// The backend over files: rows are read by declared type into a private database in memory, and everything that
// a report does there is enforced as in any other database of the SQLite backend.
#pragma once

#include <memory>

#include "engine/backend/backend.h"
#include "engine/backend/files/files_source.h"

namespace querygate::files {

struct FilesOptions {
  bool isolated = false;  // see BackendOptions; then one image is kept, which counts as the call's own memory
  CacheBounds cache;      // of a process that is not isolated: all its sources over files together
  FileHook hook;          // tests only
};

std::unique_ptr<Backend> MakeFilesBackend(FilesOptions options = {});

}  // namespace querygate::files
