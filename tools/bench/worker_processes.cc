#include "tools/bench/worker_processes.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace querygate::bench {
namespace {

bool IsWorker(pid_t process) {
  std::ifstream command("/proc/" + std::to_string(process) + "/cmdline");
  std::string words;
  std::getline(command, words);
  return words.find("--worker") != std::string::npos;
}

}  // namespace

std::vector<pid_t> WorkerProcesses() {
  std::vector<pid_t> workers;
  std::error_code ignored;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) {
      if (IsWorker(child)) workers.push_back(child);
    }
  }
  return workers;
}

}  // namespace querygate::bench
