#include "tools/bench/resident_memory.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace querygate::bench {
namespace {

// VmHWM of a process; 0 when it has ended.
std::int64_t PeakOf(const std::string& process) {
  std::ifstream status("/proc/" + process + "/status");
  std::string line;
  while (std::getline(status, line)) {
    long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "VmHWM: %lld kB", &kilobytes) == 1) return std::int64_t{kilobytes} * 1024;
  }
  return 0;
}

// Until it has become another program, a new process shows this one's memory.
bool IsWorker(const std::string& process) {
  std::ifstream command("/proc/" + process + "/cmdline");
  std::string line;
  std::getline(command, line);
  return line.find("--worker") != std::string::npos;
}

std::int64_t PeakOfWorkers() {
  std::int64_t peak = 0;
  std::error_code ignored;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream children(thread.path() / "children");
    std::string process;
    while (children >> process) {
      if (IsWorker(process)) peak = std::max(peak, PeakOf(process));
    }
  }
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
