#include "engine/backend/sqlite/file_identity.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>

#include <sys/stat.h>

namespace querygate::sqlite {
namespace {

constexpr off_t kSmallestDatabase = 512;  // one page of the smallest size

Unexpected<Failure> Unavailable(const std::string& path, std::string_view why) {
  return Unexpected(Failure{.reason = "query_unavailable", .cause = "database " + path + ": " + std::string(why)});
}

std::string ErrorText(int error) { return std::generic_category().message(error); }

std::string_view KindName(mode_t mode) {
  if (S_ISLNK(mode)) return "is a symbolic link";
  if (S_ISDIR(mode)) return "is a directory";
  if (S_ISFIFO(mode)) return "is a FIFO";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

FileIdentity IdentityOf(const struct stat& status) {
  return {.device = static_cast<std::uint64_t>(status.st_dev), .inode = static_cast<std::uint64_t>(status.st_ino)};
}

}  // namespace

Expected<DatabaseFile, Failure> LocateDatabase(const std::string& path) {
  if (path.empty()) return Unavailable("(no path)", "no path is configured");
  if (path.find('\0') != std::string::npos) return Unavailable("(path)", "the path contains a NUL byte");

  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (name.empty() || name == "." || name == "..") return Unavailable(path, "is a directory");

  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(folder.c_str(), nullptr), &std::free);
  if (!resolved) return Unavailable(path, "its folder: " + ErrorText(errno));
  DatabaseFile file{.given = path, .path = resolved.get()};
  if (file.path != "/") file.path += '/';
  file.path += name;

  struct stat status {};
  if (::lstat(file.path.c_str(), &status) != 0) return Unavailable(file.path, ErrorText(errno));
  if (!S_ISREG(status.st_mode)) return Unavailable(file.path, std::string(KindName(status.st_mode)) + ", not a file");
  if (status.st_size < kSmallestDatabase) {
    return Unavailable(file.path, std::to_string(status.st_size) + " bytes are too few for a database");
  }
  file.identity = IdentityOf(status);
  return file;
}

bool StillNames(const std::string& path, const FileIdentity& identity) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && IdentityOf(status) == identity;
}

}  // namespace querygate::sqlite
