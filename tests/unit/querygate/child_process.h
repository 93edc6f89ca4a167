// Other processes: the program itself, and copies of the test that may be killed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace querygate::cli {

struct Pipe {
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void CloseRead();
  void CloseWrite();

  int read = -1, write = -1;
};

// Descriptors that the program gets; negative: closed.
struct ProgramStreams {
  int in = 0, out = 1, err = 2;
};

// Starts the built program. `prepare` runs in the new process first.
pid_t StartProgram(const std::vector<std::string>& words, const ProgramStreams& streams,
                   const std::function<void()>& prepare = {});

// Runs `work` in a copy of this process, which ends with its result as exit status.
pid_t StartCopy(const std::function<int()>& work);

// The wait status. A process that does not end within two minutes is killed, and the test fails.
int WaitFor(pid_t process);

// How a process ended, in words: "exit 0", "signal 15".
std::string EndOf(pid_t process);

// Asks again and again, for at most two minutes, until it is so; the test fails when it never is.
void WaitUntil(const std::function<bool()>& condition);

}  // namespace querygate::cli
