#include "engine/identity/guarded_file.h"

#include <utility>

#include <sys/stat.h>

#include "engine/load/file_reader.h"

namespace querygate {

Expected<std::string, std::string> ReadGuardedFile(const std::string& path, std::size_t max_bytes, Readers readers) {
  // Followed: secrets are commonly mounted as links. What the link leads to is what must be guarded.
  auto text = ReadRegularFile(path, max_bytes, SymbolicLinks::kFollow);
  if (!text) return Unexpected(std::move(text.error().message));
  // Whoever may exchange the file between the two steps may write its folder, and decides its mode as well.
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return Unexpected("cannot read " + path + ": it is gone");
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Unexpected(path + " can be written by others; run chmod go-w " + path);
  }
  if (readers == Readers::kOwnerOnly && (status.st_mode & (S_IRGRP | S_IROTH)) != 0) {
    return Unexpected(path + " holds a secret and can be read by others; run chmod go-rwx " + path);
  }
  return std::move(*text);
}

}  // namespace querygate
