#include "tools/querygate/subprocess.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace querygate::cli {

namespace {

constexpr int kNotFound = 127;
constexpr std::size_t kMaxErrorBytes = 4096;

class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor() { Close(); }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    Close();
    value_ = std::exchange(other.value_, -1);
    return *this;
  }
  int value() const { return value_; }
  void Close() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

 private:
  int value_;
};

struct Pipe {
  Descriptor read, write;
};

bool OpenPipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.read = Descriptor(ends[0]);
  pipe.write = Descriptor(ends[1]);
  return true;
}

// Everything until the end; empty when there is more than `max_bytes`.
bool ReadAll(const Descriptor& from, std::size_t max_bytes, std::string& out) {
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = ::read(from.value(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    out.append(buffer.data(), static_cast<std::size_t>(count));
    if (out.size() > max_bytes) return false;
  }
}

// In the child: only calls that are safe between fork and exec of a program with one thread.
[[noreturn]] void Become(const ProgramRun& run, const Descriptor& input, const Descriptor& output,
                         const Descriptor& errors, std::vector<char*>& words) {
  for (const auto& [name, value] : run.environment) ::setenv(name.c_str(), value.c_str(), 1);
  // What this process does about writes that nobody takes is not the program's.
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  if (::dup2(input.value(), STDIN_FILENO) >= 0 && ::dup2(output.value(), STDOUT_FILENO) >= 0 &&
      ::dup2(errors.value(), STDERR_FILENO) >= 0) {
    ::execvp(words.front(), words.data());
  }
  ::_exit(kNotFound);
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Expected<std::string, std::string> RunProgram(const ProgramRun& run) {
  const std::string program = run.words.front();
  Pipe output;
  Pipe errors;
  const Descriptor input(::open(run.input_file.empty() ? "/dev/null" : run.input_file.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.value() < 0 || !OpenPipe(output) || !OpenPipe(errors)) return Unexpected("cannot start " + program);

  std::vector<std::string> copies = run.words;
  std::vector<char*> words;
  for (std::string& word : copies) words.push_back(word.data());
  words.push_back(nullptr);

  const pid_t child = ::fork();
  if (child < 0) return Unexpected("cannot start " + program);
  if (child == 0) Become(run, input, output.write, errors.write, words);
  output.write.Close();
  errors.write.Close();

  std::string text;
  const bool whole = ReadAll(output.read, run.max_output, text);
  if (!whole) ::kill(child, SIGKILL);
  output.read.Close();
  // Git says little: a pipe holds it until its standard output has ended.
  std::string said;
  ReadAll(errors.read, kMaxErrorBytes, said);
  errors.read.Close();
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!whole) return Unexpected(program + " gives more than " + std::to_string(run.max_output) + " bytes");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound && said.empty()) {
    return Unexpected(program + " cannot be run: is it installed?");
  }
  return Unexpected(said.empty() ? program + " failed" : FirstLine(said));
}

}  // namespace querygate::cli
