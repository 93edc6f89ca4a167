#include "tools/querygate/replace_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

bool WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

Expected<void, std::string> ReplaceFile(const std::string& path, std::string_view text) {
  const std::string failed = "cannot write " + path;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Unexpected(failed + ": it is not a regular file");
  }
  // Beside the file, so that the rename stays within one file system.
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return Unexpected(failed + ": " + std::generic_category().message(errno));
  const bool written = WriteAll(file, text) && ::fchmod(file, status.st_mode & 07777) == 0 && ::fsync(file) == 0;
  const bool closed = ::close(file) == 0;
  std::error_code error;
  if (written && closed) fs::rename(temporary, path, error);
  if (written && closed && !error) return {};
  std::error_code ignored;
  fs::remove(temporary, ignored);
  return Unexpected(failed + (error ? ": " + error.message() : std::string()));
}

}  // namespace querygate::cli
