#include "engine/audit/file_calls.h"

#include <cerrno>
#include <cstdio>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace querygate {
namespace {

int FlagsOf(FileCalls::Mode mode) {
  switch (mode) {
    case FileCalls::Mode::kAppend:
      return O_WRONLY | O_APPEND;
    case FileCalls::Mode::kCreateNew:
      return O_WRONLY | O_APPEND | O_CREAT | O_EXCL;
    case FileCalls::Mode::kLock:
      return O_RDWR | O_CREAT;
    case FileCalls::Mode::kRead:
      return O_RDONLY;
    case FileCalls::Mode::kDirectory:
      return O_RDONLY | O_DIRECTORY;
  }
  return O_RDONLY;
}

Unexpected<int> Error() { return Unexpected(errno); }

Expected<void, int> Outcome(int result) {
  if (result != 0) return Error();
  return {};
}

FileIdentity IdentityIn(const struct stat& status) { return {status.st_dev, status.st_ino}; }

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

}  // namespace

Expected<int, int> SystemFileCalls::Open(const std::string& path, Mode mode) {
  // A directory may well be reached by a link; a file of the log may not.
  const int flags = FlagsOf(mode) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (mode == Mode::kDirectory ? 0 : O_NOFOLLOW);
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0) return Error();
  struct stat status {};
  if (mode != Mode::kDirectory && (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
    ::close(file);
    return Unexpected(EINVAL);
  }
  return file;
}

Expected<std::size_t, int> SystemFileCalls::Write(int file, std::string_view bytes) {
  const ssize_t count = ::write(file, bytes.data(), bytes.size());
  if (count < 0) return Error();
  return static_cast<std::size_t>(count);
}

Expected<std::size_t, int> SystemFileCalls::Read(int file, char* buffer, std::size_t size) {
  const ssize_t count = ::read(file, buffer, size);
  if (count < 0) return Error();
  return static_cast<std::size_t>(count);
}

Expected<void, int> SystemFileCalls::SyncData(int file) { return Outcome(::fdatasync(file)); }

Expected<void, int> SystemFileCalls::SyncDirectory(int directory) { return Outcome(::fsync(directory)); }

Expected<void, int> SystemFileCalls::Rename(const std::string& from, const std::string& to) {
  return Outcome(::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE));
}

Expected<FileIdentity, int> SystemFileCalls::IdentityOf(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return Error();
  return IdentityIn(status);
}

Expected<FileIdentity, int> SystemFileCalls::IdentityOf(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return Error();
  return IdentityIn(status);
}

Expected<bool, int> SystemFileCalls::Lock(int file) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno == EWOULDBLOCK) return false;
  return Error();
}

Expected<std::vector<std::string>, int> SystemFileCalls::NamesIn(const std::string& directory) {
  const std::unique_ptr<DIR, CloseDirectory> opened(::opendir(directory.c_str()));
  if (!opened) return Error();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(opened.get())) names.emplace_back(entry->d_name);
  if (errno != 0) return Error();
  return names;
}

void SystemFileCalls::Close(int file) { ::close(file); }

}  // namespace querygate
