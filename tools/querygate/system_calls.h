// The system calls behind an output file, so that tests can let any one of them fail.
#pragma once

#include <cstddef>
#include <string>

#include <sys/stat.h>
#include <sys/types.h>

namespace querygate::cli {

// As the functions of the same names: -1 and errno on failure. Names are relative to `directory`. The base class is
// the system; only tests derive from it. Thread-safe.
class SystemCalls {
 public:
  SystemCalls() = default;
  virtual ~SystemCalls() = default;
  SystemCalls(const SystemCalls&) = delete;
  SystemCalls& operator=(const SystemCalls&) = delete;

  virtual int Open(int directory, const std::string& name, int flags, mode_t mode) const;
  virtual int Status(int file, struct stat& status) const;
  virtual int StatusOf(int directory, const std::string& name, struct stat& status) const;  // links not followed
  virtual int Lock(int file, int operation) const;
  virtual ssize_t Write(int file, const char* bytes, std::size_t count) const;
  virtual int Sync(int file) const;
  virtual int Rename(int directory, const std::string& from, const std::string& to) const;  // never replaces
  virtual int Link(int directory, const std::string& from, const std::string& to) const;
  virtual int Unlink(int directory, const std::string& name) const;
  virtual int Close(int file) const;
};

}  // namespace querygate::cli
