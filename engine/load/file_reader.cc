#include "engine/load/file_reader.h"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/load/catalog.h"

namespace querygate {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int value() const { return value_; }

 private:
  int value_;
};

Unexpected<FileFault> Fault(const std::string& path, const std::string& cause) {
  return Unexpected(FileFault{false, "cannot read " + path + ": " + cause});
}

Unexpected<FileFault> SystemFault(const std::string& path) {
  return Fault(path, std::generic_category().message(errno));
}

std::string WhyNotRegular(mode_t mode) {
  if (S_ISLNK(mode)) return "symbolic links are not followed here";
  if (S_ISDIR(mode)) return "it is a directory";
  return "it is not a regular file";
}

}  // namespace

Expected<std::string, FileFault> ReadRegularFile(const std::string& path, std::size_t max_bytes, SymbolicLinks links) {
  if (path.find('\0') != std::string::npos) return Fault("a path with a NUL byte", "there is no such file");
  const bool follow = links == SymbolicLinks::kFollow;
  struct stat status {};
  // Looked at before it is opened: opening a device can have effects, opening a pipe can wait.
  if ((follow ? ::stat(path.c_str(), &status) : ::lstat(path.c_str(), &status)) != 0) return SystemFault(path);
  if (!S_ISREG(status.st_mode)) return Fault(path, WhyNotRegular(status.st_mode));

  const int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (follow ? 0 : O_NOFOLLOW);
  const Descriptor file(::open(path.c_str(), flags));
  if (file.value() < 0) return SystemFault(path);
  if (::fstat(file.value(), &status) != 0) return SystemFault(path);
  if (!S_ISREG(status.st_mode)) return Fault(path, WhyNotRegular(status.st_mode));

  std::string text;
  std::array<char, 16384> buffer{};
  for (;;) {
    const ssize_t count = ::read(file.value(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemFault(path);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > max_bytes) {
      return Unexpected(
          FileFault{true, "cannot read " + path + ": it is larger than " + std::to_string(max_bytes) + " bytes"});
    }
  }
}

Expected<std::string, std::string> ReadFile(const std::string& path, std::size_t max_bytes) {
  auto text = ReadRegularFile(path, max_bytes, SymbolicLinks::kFollow);
  if (!text) return Unexpected(std::move(text.error().message));
  return std::move(*text);
}

}  // namespace querygate
