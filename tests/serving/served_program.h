// `querygate serve` as a process of its own, on a free port of this machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

#include "tests/conformance/temporary_folder.h"

namespace querygate::server::testing {

class ServedProgram {
 public:
  struct Options {
    std::size_t descriptors = 0;                // 0: as many as this process may have
    std::vector<std::string> environment = {};  // more of it: "NAME=value"
  };

  // Returns when it listens; fails the test when it does not.
  explicit ServedProgram(const std::string& config) : ServedProgram(config, Options()) {}
  ServedProgram(const std::string& config, const Options& options);
  ~ServedProgram();  // SIGKILL, where Stop was not called
  ServedProgram(const ServedProgram&) = delete;
  ServedProgram& operator=(const ServedProgram&) = delete;

  std::uint16_t port() const { return port_; }
  // All that it has written to its standard error.
  std::string log() const;
  std::size_t resident_bytes() const;
  std::size_t descriptors() const;

  void Signal(int signal) const;
  // Waits for the end; the exit code, or minus the signal that ended it. After a minute it is killed.
  int Wait();
  // SIGTERM, then Wait.
  int Stop();

 private:
  pid_t Start(const std::string& config, const Options& options) const;

  querygate::testing::TemporaryFolder folder_;
  pid_t process_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace querygate::server::testing
