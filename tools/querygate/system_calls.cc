#include "tools/querygate/system_calls.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace querygate::cli {

int SystemCalls::Open(int directory, const std::string& name, int flags, mode_t mode) const {
  return ::openat(directory, name.c_str(), flags, mode);
}

int SystemCalls::Status(int file, struct stat& status) const { return ::fstat(file, &status); }

int SystemCalls::StatusOf(int directory, const std::string& name, struct stat& status) const {
  return ::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW);
}

int SystemCalls::Lock(int file, int operation) const { return ::flock(file, operation); }

ssize_t SystemCalls::Write(int file, const char* bytes, std::size_t count) const { return ::write(file, bytes, count); }

int SystemCalls::Sync(int file) const { return ::fsync(file); }

int SystemCalls::Rename(int directory, const std::string& from, const std::string& to) const {
#ifdef RENAME_NOREPLACE
  return ::renameat2(directory, from.c_str(), directory, to.c_str(), RENAME_NOREPLACE);
#else
  static_cast<void>(directory), static_cast<void>(from), static_cast<void>(to);
  errno = ENOSYS;
  return -1;
#endif
}

int SystemCalls::Link(int directory, const std::string& from, const std::string& to) const {
  return ::linkat(directory, from.c_str(), directory, to.c_str(), 0);
}

int SystemCalls::Unlink(int directory, const std::string& name) const { return ::unlinkat(directory, name.c_str(), 0); }

int SystemCalls::Close(int file) const { return ::close(file); }

}  // namespace querygate::cli
