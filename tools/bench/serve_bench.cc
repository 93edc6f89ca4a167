// What a served call costs over sockets, with wrk as the client, beside the same statement in a bare loop.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/bench/bare_loop.h"
#include "tools/bench/bench_deployment.h"

namespace querygate::bench {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void Fail(const std::string& why) {
  std::fprintf(stderr, "serve_bench: %s\n", why.c_str());
  std::exit(1);
}

std::string ReadAll(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Children that have ended and were waited for included.
double CpuMicrosecondsOf(pid_t process) {
  const std::string stat = ReadAll("/proc/" + std::to_string(process) + "/stat");
  std::istringstream rest(stat.substr(std::min(stat.size(), stat.rfind(')') + 2)));
  std::string skipped;
  for (int i = 0; i < 11; ++i) rest >> skipped;
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    double ticks = 0;
    rest >> ticks;
    sum += ticks;
  }
  return sum * 1e6 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::vector<pid_t> ChildrenOf(pid_t process) {
  std::vector<pid_t> children;
  std::error_code ignored;
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task", ignored)) {
    std::istringstream ids(ReadAll(thread.path().string() + "/children"));
    for (pid_t id = 0; ids >> id;) children.push_back(id);
  }
  return children;
}

class Server {
 public:
  Server(const std::string& program, const std::string& config, const std::string& isolation) {
    log_ = config + "." + isolation + ".log";
    process_ = ::fork();
    if (process_ < 0) Fail("no process for the server");
    if (process_ == 0) {
      const int log = ::open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(log, STDERR_FILENO);
      ::execl(program.c_str(), program.c_str(), "serve", "--config", config.c_str(), "--http", "127.0.0.1:0",
              "--isolation", isolation.c_str(), nullptr);
      ::_exit(127);
    }
    const std::string before = "listening on http://127.0.0.1:";
    for (int i = 0; i < 100 && port_.empty(); ++i) {
      std::this_thread::sleep_for(50ms);
      const std::string log = ReadAll(log_);
      if (const auto at = log.find(before); at != std::string::npos) {
        port_ = log.substr(at + before.size(), log.find(':', at + before.size()) - at - before.size());
      }
    }
    if (port_.empty()) Fail("the server did not begin: " + ReadAll(log_));
  }
  ~Server() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::string Address(const std::string& path) const { return "http://127.0.0.1:" + port_ + path; }
  double GatewayCpu() const { return CpuMicrosecondsOf(process_); }
  double WorkerCpu() const {
    double sum = 0;
    for (const pid_t worker : ChildrenOf(process_)) sum += CpuMicrosecondsOf(worker);
    return sum;
  }

 private:
  std::string log_, port_;
  pid_t process_ = -1;
};

struct Door {
  const char* name;
  std::string path;
  std::string script;  // for wrk; every answer that is not the expected one is counted as an error
};

std::string Expecting(const std::string& part) {
  return "local wrong = 0\nlocal threads = {}\nfunction setup(thread) table.insert(threads, thread) end\n"
         "function init() bad = 0 end\n"
         "function response(status, headers, body)\n  if status ~= 200 or not string.find(body, '" +
         part +
         "', 1, true) then bad = bad + 1 end\nend\n"
         "function done(summary, latency)\n  for _, thread in ipairs(threads) do wrong = wrong + thread:get('bad') end\n"
         "  io.write(string.format('RESULT %d %d %d %d %d\\n', summary.requests, summary.duration, wrong +\n"
         "    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,\n"
         "    latency:percentile(50), latency:percentile(99)))\nend\n";
}

Door Rest(const Shape& shape) {
  return {"GET", "/v1/reports/bench/" + shape.Name() + "?p0=" + std::to_string(shape.rows),
          Expecting(R"("complete":true)")};
}

Door Mcp(const Shape& shape) {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bench_)" + shape.Name() +
                           R"(","arguments":{"p0":)" + std::to_string(shape.rows) + "}}}";
  return {"MCP", "/mcp",
          "wrk.method = 'POST'\nwrk.body = '" + body +
              "'\nwrk.headers['Content-Type'] = 'application/json'\n"
              "wrk.headers['Accept'] = 'application/json, text/event-stream'\n"
              "wrk.headers['MCP-Protocol-Version'] = '2025-11-25'\n" +
              Expecting(R"("structuredContent")")};
}

struct Measure {
  double calls = 0, seconds = 0, p50 = 0, p99 = 0;
};

Measure RunWrk(const std::string& address, const std::string& script, int connections, int seconds) {
  const std::string command = "wrk -t1 -c" + std::to_string(connections) + " -d" + std::to_string(seconds) + "s -s " +
                              script + " '" + address + "' 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) Fail("wrk cannot be started");
  std::string output;
  char bytes[4096];
  for (std::size_t n = 0; (n = std::fread(bytes, 1, sizeof bytes, pipe)) > 0;) output.append(bytes, n);
  if (::pclose(pipe) != 0) Fail("wrk (Debian: apt-get install wrk) ended badly: " + output);
  const std::size_t at = output.find("RESULT ");
  double wrong = 0, microseconds = 0;
  Measure measure;
  if (at == std::string::npos) Fail("wrk said nothing: " + output);
  std::istringstream(output.substr(at + 7)) >> measure.calls >> microseconds >> wrong >> measure.p50 >> measure.p99;
  // Requests in flight when wrk stops are not counted, so that a wrong one is one that was answered.
  if (wrong > 0 || measure.calls == 0) Fail("answers were wrong, " + std::to_string(wrong) + " of them: " + output);
  measure.seconds = microseconds / 1e6;
  return measure;
}

double CpuOfBareLoop(const std::string& database, const Shape& shape) {
  BareLoop loop(database, shape.Sql());
  const auto arguments = shape.Arguments();
  const int calls = static_cast<int>(std::clamp<std::int64_t>(200'000 / (shape.rows + 20), 100, 10'000));
  loop.Read(arguments);
  std::vector<double> rounds;
  for (int round = 0; round < 9; ++round) {
    timespec begin{}, end{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int i = 0; i < calls; ++i) loop.Read(arguments);
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    rounds.push_back((static_cast<double>(end.tv_sec - begin.tv_sec) * 1e6 +
                      static_cast<double>(end.tv_nsec - begin.tv_nsec) / 1e3) /
                     calls);
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[rounds.size() / 2];
}

int Main(const std::vector<std::string_view>& words) {
  int seconds = 5;
  std::string program;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--seconds" && i + 1 < words.size() && std::atoi(words[i + 1].data()) > 0) {
      seconds = std::atoi(words[++i].data());
    } else if (program.empty() && !words[i].starts_with("-")) {
      program = std::filesystem::absolute(words[i]).string();
    } else {
      program.clear();
      break;
    }
  }
  if (program.empty()) {
    std::fprintf(stderr, "usage: serve_bench [--seconds N] QUERYGATE\n");
    return 2;
  }
#ifndef NDEBUG
  std::printf("NOT a release build: these figures say nothing\n");
#endif
  const std::vector<Shape> shapes{{.rows = 3}, {.rows = 1000}};
  const BenchDeployment deployment(shapes, 0);
  const std::string script = deployment.folder() + "/wrk.lua";
  std::printf("%-5s %-5s %-8s %5s %10s %9s %9s %10s %10s %10s %7s\n", "rows", "door", "calls in", "conns", "calls/s",
              "p50 us", "p99 us", "cpu us", "gateway", "workers", "x bare");
  for (const Shape& shape : shapes) {
    const double bare = CpuOfBareLoop(deployment.database(), shape);
    std::printf("%-5lld %-5s %-8s %5s %10s %9s %9s %10.1f %10s %10s %7.2f\n", static_cast<long long>(shape.rows), "none",
                "loop", "", "", "", "", bare, "", "", 1.0);
    for (const std::string isolation : {"thread", "process"}) {
      const Server server(program, deployment.folder() + "/querygate.yaml", isolation);
      for (const Door& door : {Rest(shape), Mcp(shape)}) {
        std::ofstream(script) << door.script;
        RunWrk(server.Address(door.path), script, 32, 1);  // workers begin, statements are prepared
        for (const int connections : {1, 8, 32}) {
          const double gateway = server.GatewayCpu();
          const double workers = server.WorkerCpu();
          const Measure measure = RunWrk(server.Address(door.path), script, connections, seconds);
          const double gateway_each = (server.GatewayCpu() - gateway) / measure.calls;
          const double workers_each = (server.WorkerCpu() - workers) / measure.calls;
          const double each = gateway_each + workers_each;
          std::printf("%-5lld %-5s %-8s %5d %10.0f %9.0f %9.0f %10.1f %10.1f %10.1f %7.2f\n",
                      static_cast<long long>(shape.rows), door.name, isolation.c_str(), connections,
                      measure.calls / measure.seconds, measure.p50, measure.p99, each, gateway_each, workers_each,
                      each / bare);
          std::fflush(stdout);
        }
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace querygate::bench

int main(int argc, char** argv) { return querygate::bench::Main({argv + 1, argv + argc}); }
