#include "tools/bench/resident_memory.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

#include "tools/bench/worker_processes.h"

namespace querygate::bench {
namespace {

// VmHWM of a process; 0 when it has ended.
std::int64_t PeakOf(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  std::string line;
  while (std::getline(status, line)) {
    long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "VmHWM: %lld kB", &kilobytes) == 1) return std::int64_t{kilobytes} * 1024;
  }
  return 0;
}

std::int64_t PeakOfWorkers() {
  std::int64_t peak = 0;
  for (const pid_t worker : WorkerProcesses()) peak = std::max(peak, PeakOf(worker));
  return peak;
}

}  // namespace

ResidentMemory::ResidentMemory()
    : thread_([this] {
        while (!stopping_) {
          peak_ = std::max<std::int64_t>(peak_, PeakOfWorkers());
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      }) {}

ResidentMemory::~ResidentMemory() {
  stopping_ = true;
  thread_.join();
}

}  // namespace querygate::bench
