// The program itself, serving a deployment of its own, as an operator starts it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace querygate::testing {

// Starts on construction and waits until it listens. What it writes goes to `log` in its folder.
class ServerProcess {
 public:
  // `program serve --http 127.0.0.1:0` with `folder` as the working directory.
  ServerProcess(const std::string& program, std::string folder);
  ~ServerProcess();  // by force, where it was not ended
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port() const { return port_; }
  void Signal(int number) const;
  // The worker processes that it has now.
  std::vector<pid_t> Workers() const;
  std::string Log() const;
  // SIGTERM, and how it ended: its exit code, or minus the signal.
  int End();

 private:
  std::string folder_;
  pid_t process_ = -1;
  std::uint16_t port_ = 0;
};

// Runs it to its end and gives the exit code; what it writes is put into `output`.
int RunProgram(const std::vector<std::string>& words, const std::string& folder, std::string& output);

}  // namespace querygate::testing
