// One worker as the gateway sees it: a process and the channel to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "engine/base/expected.h"
#include "engine/isolation/channel.h"

namespace querygate::isolation {

// What is started. Trusted.
struct WorkerProgram {
  std::string path;                      // an executable that calls RunWorkerIfAsked
  std::vector<std::string> environment;  // NAME=VALUE; empty in production: a worker has no use for secrets
  bool keep_errors = false;              // its standard error stays the gateway's: tests with sanitizers
};

// Owns both. Used by one thread at a time.
class WorkerProcess {
 public:
  // The process dies with the calling thread, which therefore has to be one that stays. The error is one line.
  static Expected<std::unique_ptr<WorkerProcess>, std::string> Spawn(const WorkerProgram& program);
  // Kills it. A process that was not seen to end is waited for.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int socket() const { return socket_; }
  pid_t pid() const { return pid_; }

  void Kill() const;
  // What became of it, for the operator: "was killed by signal 11 (Segmentation fault)". Waits up to `until`.
  std::string AwaitEnd(SteadyTime until);
  // Whether it has ended and was collected; never waits.
  bool Collect();

  // Bounds that the kernel holds it to from now on; the process itself cannot change them.
  Expected<void, std::string> BoundAddressSpace(std::int64_t bytes) const;
  Expected<void, std::string> BoundCpu(std::int64_t seconds) const;

 private:
  WorkerProcess(pid_t pid, int handle, int socket) : pid_(pid), handle_(handle), socket_(socket) {}

  pid_t pid_ = -1;
  int handle_ = -1;  // a descriptor of the process: its number may be reused, this cannot
  int socket_ = -1;
  bool collected_ = false;
  int status_ = 0;
};

}  // namespace querygate::isolation
