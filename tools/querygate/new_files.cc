#include "tools/querygate/new_files.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

bool WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Expected<void, FileProblem> WriteNewFiles(std::span<const std::pair<std::string, std::string>> files) {
  std::error_code ignored;
  for (const auto& [path, text] : files) {
    if (fs::symlink_status(path, ignored).type() != fs::file_type::not_found) {
      return Unexpected(FileProblem{true, path});
    }
  }
  std::vector<std::string> made;
  const auto give_up = [&](bool exists, const std::string& path) {
    for (const std::string& one : made) unlink(one.c_str());
    return Unexpected(FileProblem{exists, path});
  };
  for (const auto& [path, text] : files) {
    if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder, ignored);
    const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (file < 0) return give_up(errno == EEXIST, path);
    made.push_back(path);
    const bool written = WriteAll(file, text);
    if (close(file) != 0 || !written) return give_up(false, path);
  }
  return {};
}

}  // namespace querygate::cli
