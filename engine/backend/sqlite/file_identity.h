// Which file a path names right now, judged before SQLite opens anything.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/expected.h"
#include "engine/base/rejection.h"

namespace querygate::sqlite {

struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// A regular file big enough for a database header.
struct DatabaseFile {
  std::string given;  // as configured: what every later call asks about
  std::string path;   // absolute, links in the folders resolved, the last component no link
  FileIdentity identity;
};

// Nothing is opened, so a FIFO cannot block and no lock of this process is lost. Failure: query_unavailable.
Expected<DatabaseFile, Failure> LocateDatabase(const std::string& path);

// Whether `path` still names that file, itself and not through a link in its last component.
bool StillNames(const std::string& path, const FileIdentity& identity);

}  // namespace querygate::sqlite
