#include "tests/unit/querygate/child_process.h"

#include <array>
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace querygate::cli {

namespace {

constexpr std::chrono::minutes kPatience(2);
constexpr std::chrono::milliseconds kPause(2);

void Place(int from, int to) {
  if (from < 0) {
    ::close(to);
  } else if (from != to) {
    ::dup2(from, to);
  }
}

}  // namespace

Pipe::Pipe() {
  std::array<int, 2> ends{};
  REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
  read = ends[0];
  write = ends[1];
}

Pipe::~Pipe() {
  CloseRead();
  CloseWrite();
}

void Pipe::CloseRead() {
  if (read >= 0) ::close(read);
  read = -1;
}

void Pipe::CloseWrite() {
  if (write >= 0) ::close(write);
  write = -1;
}

pid_t StartProgram(const std::vector<std::string>& words, const ProgramStreams& streams,
                   const std::function<void()>& prepare) {
  std::vector<std::string> copies{QUERYGATE_PROGRAM};
  copies.insert(copies.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Place(streams.in, STDIN_FILENO);
    Place(streams.out, STDOUT_FILENO);
    Place(streams.err, STDERR_FILENO);
    if (prepare) prepare();
    ::execv(arguments.front(), arguments.data());
    ::_exit(127);
  }
  return child;
}

pid_t StartCopy(const std::function<int()>& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) ::_exit(work());
  return child;
}

int WaitFor(pid_t process) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= until) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      FAIL("a process did not end");
    }
    std::this_thread::sleep_for(kPause);
  }
  return status;
}

std::string EndOf(pid_t process) {
  const int status = WaitFor(process);
  if (WIFEXITED(status)) return "exit " + std::to_string(WEXITSTATUS(status));
  return "signal " + std::to_string(WTERMSIG(status));
}

void WaitUntil(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= until) FAIL("what was waited for did not happen");
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace querygate::cli
