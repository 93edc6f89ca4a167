// What the log asks of the operating system: a seam for tests, which make single calls fail.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"

namespace querygate {

struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// Errors are numbers of errno. Thread-safe.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  enum class Mode {
    kAppend,     // an existing file
    kCreateNew,  // fails when there is one
    kLock,       // created when missing
    kRead,
    kDirectory,
  };
  // Close-on-exec; what it creates is 0600; the last step is no symbolic link.
  virtual Expected<int, int> Open(const std::string& path, Mode mode) = 0;
  // The number of bytes written, which may be fewer.
  virtual Expected<std::size_t, int> Write(int file, std::string_view bytes) = 0;
  // No bytes at the end.
  virtual Expected<std::size_t, int> Read(int file, char* buffer, std::size_t size) = 0;
  virtual Expected<void, int> SyncData(int file) = 0;
  virtual Expected<void, int> SyncDirectory(int directory) = 0;
  // Fails when `to` exists.
  virtual Expected<void, int> Rename(const std::string& from, const std::string& to) = 0;
  virtual Expected<FileIdentity, int> IdentityOf(const std::string& path) = 0;
  virtual Expected<FileIdentity, int> IdentityOf(int file) = 0;
  // False: another holds it.
  virtual Expected<bool, int> Lock(int file) = 0;
  virtual Expected<std::vector<std::string>, int> NamesIn(const std::string& directory) = 0;
  virtual void Close(int file) = 0;
};

class SystemFileCalls : public FileCalls {
 public:
  Expected<int, int> Open(const std::string& path, Mode mode) override;
  Expected<std::size_t, int> Write(int file, std::string_view bytes) override;
  Expected<std::size_t, int> Read(int file, char* buffer, std::size_t size) override;
  Expected<void, int> SyncData(int file) override;
  Expected<void, int> SyncDirectory(int directory) override;
  Expected<void, int> Rename(const std::string& from, const std::string& to) override;
  Expected<FileIdentity, int> IdentityOf(const std::string& path) override;
  Expected<FileIdentity, int> IdentityOf(int file) override;
  Expected<bool, int> Lock(int file) override;
  Expected<std::vector<std::string>, int> NamesIn(const std::string& directory) override;
  void Close(int file) override;
};

}  // namespace querygate
