#include "tests/serving/served_program.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace querygate::server::testing {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 60s;

// The port in "listening on http://127.0.0.1:PORT: …"; 0 while that is not there.
std::uint16_t PortIn(const std::string& log) {
  const std::string mark = "listening on http://127.0.0.1:";
  const std::size_t at = log.find(mark);
  if (at == std::string::npos || log.find('\n', at) == std::string::npos) return 0;
  return static_cast<std::uint16_t>(std::stoi(log.substr(at + mark.size())));
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

ServedProgram::ServedProgram(const std::string& config, const Options& options) : process_(Start(config, options)) {
  REQUIRE(process_ > 0);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while ((port_ = PortIn(log())) == 0) {
    int status = 0;
    const bool ended = ::waitpid(process_, &status, WNOHANG) == process_;
    if (ended) process_ = -1;
    if (ended || std::chrono::steady_clock::now() > until) FAIL("serve does not listen: " << log());
    std::this_thread::sleep_for(5ms);
  }
}

ServedProgram::~ServedProgram() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

pid_t ServedProgram::Start(const std::string& config, const Options& options) const {
  std::vector<std::string> words{QUERYGATE_PROGRAM, "serve", "--http", "127.0.0.1:0", "--config", config};
  std::vector<std::string> variables = options.environment;  // before the others: the first of a name counts
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  std::vector<char*> arguments = Pointers(words), environment = Pointers(variables);
  const int log = ::open((folder_ / "log").c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const rlimit descriptors{options.descriptors, options.descriptors};
  const pid_t process = ::fork();
  if (process == 0) {
    // Nothing but system calls between fork and exec.
    if (::dup2(nothing, 0) < 0 || ::dup2(nothing, 1) < 0 || ::dup2(log, 2) < 0) ::_exit(127);
    if (options.descriptors != 0 && ::setrlimit(RLIMIT_NOFILE, &descriptors) != 0) ::_exit(127);
    ::execve(arguments.front(), arguments.data(), environment.data());
    ::_exit(127);
  }
  ::close(log);
  ::close(nothing);
  return process;
}

std::string ServedProgram::log() const { return querygate::testing::ReadFile(folder_ / "log"); }

std::size_t ServedProgram::resident_bytes() const {
  std::istringstream sizes(querygate::testing::ReadFile("/proc/" + std::to_string(process_) + "/statm"));
  std::size_t whole = 0, resident = 0;
  sizes >> whole >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t ServedProgram::descriptors() const {
  const std::filesystem::directory_iterator all("/proc/" + std::to_string(process_) + "/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

void ServedProgram::Signal(int signal) const { REQUIRE(::kill(process_, signal) == 0); }

int ServedProgram::Wait() {
  int status = 0;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (::waitpid(process_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > until) ::kill(process_, SIGKILL);
    std::this_thread::sleep_for(5ms);
  }
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int ServedProgram::Stop() {
  Signal(SIGTERM);
  return Wait();
}

}  // namespace querygate::server::testing
