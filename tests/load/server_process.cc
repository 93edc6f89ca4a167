#include "tests/load/server_process.h"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/conformance/temporary_folder.h"

namespace querygate::testing {
namespace {

using namespace std::chrono_literals;

pid_t Start(const std::vector<std::string>& words, const std::string& folder, const std::string& output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (::chdir(folder.c_str()) != 0 || file < 0) ::_exit(127);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int Wait(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

ServerProcess::ServerProcess(const std::string& program, std::string folder) : folder_(std::move(folder)) {
  process_ = Start({program, "serve", "--http", "127.0.0.1:0"}, folder_, folder_ + "/log");
  REQUIRE(process_ > 0);
  const std::string before = "listening on http://127.0.0.1:";
  for (int i = 0; i < 600 && port_ == 0; ++i) {
    std::this_thread::sleep_for(50ms);
    const std::string log = Log();
    const std::size_t at = log.find(before);
    if (at != std::string::npos) port_ = static_cast<std::uint16_t>(std::stoi(log.substr(at + before.size())));
  }
  INFO(Log());
  REQUIRE(port_ != 0);
}

ServerProcess::~ServerProcess() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  Wait(process_);
}

void ServerProcess::Signal(int number) const { ::kill(process_, number); }

std::vector<pid_t> ServerProcess::Workers() const {
  std::vector<pid_t> workers;
  const std::string threads = "/proc/" + std::to_string(process_) + "/task";
  std::istringstream ids(ReadFile(threads + "/" + std::to_string(process_) + "/children"));
  for (pid_t id = 0; ids >> id;) workers.push_back(id);
  // Workers are the children of whichever thread started them.
  std::error_code ignored;
  for (const auto& thread : std::filesystem::directory_iterator(threads, ignored)) {
    if (thread.path().filename() == std::to_string(process_)) continue;
    std::istringstream more(ReadFile(thread.path().string() + "/children"));
    for (pid_t id = 0; more >> id;) workers.push_back(id);
  }
  return workers;
}

std::string ServerProcess::Log() const { return ReadFile(folder_ + "/log"); }

int ServerProcess::End() {
  Signal(SIGTERM);
  const int code = Wait(process_);
  process_ = -1;
  return code;
}

int RunProgram(const std::vector<std::string>& words, const std::string& folder, std::string& output) {
  const std::string file = folder + "/output";
  const int code = Wait(Start(words, folder, file));
  output = ReadFile(file);
  return code;
}

}  // namespace querygate::testing
