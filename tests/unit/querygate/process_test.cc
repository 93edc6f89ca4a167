// The built program among other processes: signals, a standard input that stays open, descriptors that are closed.
#include <filesystem>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/unit/querygate/child_process.h"
#include "tests/unit/querygate/output_deployment.h"
#include "tools/querygate/standard_streams.h"

namespace querygate::cli {
namespace {

std::vector<std::string> Waiting(const OutputDeployment& deployment, const std::vector<std::string>& more) {
  std::vector<std::string> words{"run", "log/lines", "--args", "-", "--config", deployment.config()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A process that reads its input from `input` has taken all that was written so far, and waits for the rest.
void WriteAndWaitUntilRead(const Pipe& input, const std::string& text) {
  REQUIRE(::write(input.write, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  WaitUntil([&] {
    int waiting = 0;
    return ::ioctl(input.read, FIONREAD, &waiting) == 0 && waiting == 0;
  });
}

class File {
 public:
  explicit File(const std::string& path) : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    REQUIRE(descriptor_ >= 0);
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

TEST_CASE("a signal while arguments are awaited ends the program by that signal and leaves no file") {
  const OutputDeployment deployment;
  const int signal = GENERATE(SIGHUP, SIGINT, SIGTERM);
  const bool json = GENERATE(false, true);
  CAPTURE(signal, json);
  const std::string said = (deployment.root() / "stderr").string();
  const File err(said);
  const Pipe input;
  std::vector<std::string> words = Waiting(deployment, {"-o", deployment.target()});
  if (json) words.insert(words.end(), {"--error-format", "json"});
  const pid_t program = StartProgram(words, {input.read, STDOUT_FILENO, err.descriptor()});
  WriteAndWaitUntilRead(input, "{\"count\"");
  CHECK(deployment.OutputNames().size() == 1);
  REQUIRE(::kill(program, signal) == 0);
  CHECK(EndOf(program) == "signal " + std::to_string(signal));
  CHECK(deployment.OutputNames().empty());
  const std::string text = ReadText(said);
  if (json) {
    CHECK(
        text.starts_with("{\"status\":\"error\",\"reason\":\"interrupted\",\"exit\":" + std::to_string(128 + signal)));
  } else {
    CHECK(text.starts_with("error: interrupted by SIG"));
    CHECK(text.ends_with(deployment.target() + " was not written; nothing is left behind\n"));
  }
}

TEST_CASE("without a file to clean up, a signal ends the program as it ends any other") {
  const OutputDeployment deployment;
  const Pipe input;
  const pid_t program = StartProgram(Waiting(deployment, {}), {input.read, STDOUT_FILENO, STDERR_FILENO});
  WriteAndWaitUntilRead(input, "{\"count\"");
  REQUIRE(::kill(program, SIGTERM) == 0);
  CHECK(EndOf(program) == "signal 15");
}

TEST_CASE("a signal that the program was started to ignore is ignored") {
  const OutputDeployment deployment;
  Pipe input;
  const pid_t program = StartProgram(Waiting(deployment, {"-o", deployment.target()}),
                                     {input.read, STDOUT_FILENO, STDERR_FILENO}, [] { ::signal(SIGINT, SIG_IGN); });
  WriteAndWaitUntilRead(input, "{\"count\"");
  REQUIRE(::kill(program, SIGINT) == 0);
  WriteAndWaitUntilRead(input, ": 3}");
  input.CloseWrite();
  CHECK(EndOf(program) == "exit 0");
  CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(3));
}

TEST_CASE("a standard input that stays open is waited for until the deadline") {
  const OutputDeployment deployment;
  const std::string said = (deployment.root() / "stderr").string();
  const bool file = GENERATE(false, true);
  std::vector<std::string> words = Waiting(deployment, {"--timeout", "300ms"});
  if (file) words.insert(words.end(), {"-o", deployment.target()});
  const File err(said);
  const Pipe input;
  const pid_t program = StartProgram(words, {input.read, STDOUT_FILENO, err.descriptor()});
  CHECK(EndOf(program) == "exit 6");
  CHECK(ReadText(said).starts_with("failed: deadline_exceeded\n"));
  CHECK(deployment.OutputNames().empty());
}

TEST_CASE("a standard input that cannot be read, or holds too much, is told") {
  const OutputDeployment deployment;
  const std::string said = (deployment.root() / "stderr").string();
  {
    const File err(said);
    const int folder = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK(EndOf(StartProgram(Waiting(deployment, {}), {folder, STDOUT_FILENO, err.descriptor()})) == "exit 2");
    ::close(folder);
  }
  CHECK(ReadText(said).starts_with("error: cannot read the standard input: "));
  std::filesystem::remove(said);
  const auto arguments = deployment.root() / "arguments";
  const std::string exact = R"({"count":1})";
  for (const bool too_much : {false, true}) {
    WriteText(arguments, exact + std::string((1 << 20) - exact.size() + (too_much ? 1 : 0), ' '));
    const File in(arguments.string());
    const File err(said);
    const File out((deployment.root() / "stdout").string());
    const pid_t program = StartProgram(Waiting(deployment, {}), {in.descriptor(), out.descriptor(), err.descriptor()});
    CHECK(EndOf(program) == (too_much ? "exit 3" : "exit 0"));
    CHECK(ReadText(said).starts_with(too_much ? "rejected: invalid_arguments\n" : ""));
  }
}

TEST_CASE("without --timeout the report's own deadline holds for the standard input") {
  const OutputDeployment deployment;
  const auto limits = deployment.root() / "policies/limits/default.yaml";
  std::string text = ReadText(limits);
  text.replace(text.find("60s"), 3, "300ms");
  WriteText(limits, text);
  const Pipe input;
  const File out((deployment.root() / "stdout").string());
  const pid_t program =
      StartProgram(Waiting(deployment, {"--format", "json"}), {input.read, out.descriptor(), STDERR_FILENO});
  CHECK(EndOf(program) == "exit 6");
  CHECK(ReadText(deployment.root() / "stdout") == "{\"status\":\"failed\",\"reason\":\"deadline_exceeded\"}\n");
}

TEST_CASE("closed standard streams are never the numbers of files that the program writes") {
  const OutputDeployment deployment;
  const std::vector<std::string> words = deployment.Words(5, {"-o", deployment.target(), "--receipt"});
  CHECK(EndOf(StartProgram(words, {-1, -1, -1})) == "exit 0");
  CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(5));
  CHECK(EndOf(StartProgram(deployment.Words(5, {}), {-1, -1, -1})) == "exit 5");
}

TEST_CASE("a closed standard stream keeps its number, and whatever is written to it fails") {
  const std::string end = EndOf(StartCopy([] {
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(standard);
    SecureStandardStreams();
    char byte = 0;
    const bool dead =
        ::read(STDIN_FILENO, &byte, 1) < 0 && ::write(STDOUT_FILENO, "x", 1) < 0 && ::write(STDERR_FILENO, "x", 1) < 0;
    return dead && ::open("/dev/null", O_RDONLY | O_CLOEXEC) > STDERR_FILENO ? 0 : 1;
  }));
  CHECK(end == "exit 0");
}

TEST_CASE("a file that the system permits no more of is output_failed, and no part of it stays") {
  const OutputDeployment deployment;
  const std::string said = (deployment.root() / "stderr").string();
  const File err(said);
  const pid_t program = StartProgram(deployment.Words(1000, {"-o", deployment.target()}),
                                     {STDIN_FILENO, STDOUT_FILENO, err.descriptor()}, [] {
                                       const rlimit small{10'000, 10'000};
                                       ::setrlimit(RLIMIT_FSIZE, &small);
                                     });
  CHECK(EndOf(program) == "exit 5");
  CHECK(ReadText(said).starts_with("error: output_failed\n"));
  CHECK(deployment.OutputNames().empty());
}

}  // namespace
}  // namespace querygate::cli
