// What a call through the gateway costs beside the same statement in a loop, in one run and turn by turn:
// call_bench [--rounds N] [--quick] [--profile ROWS]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <sqlite3.h>
#include <time.h>

#include "engine/isolation/worker.h"
#include "tools/bench/allocation_count.h"
#include "tools/bench/bare_loop.h"
#include "tools/bench/bench_deployment.h"
#include "tools/bench/worker_processes.h"

namespace querygate::bench {
namespace {

double Read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

// Of this program and of its workers: a call in a worker costs both.
double CpuMicroseconds(const std::vector<pid_t>& workers) {
  double sum = Read(CLOCK_PROCESS_CPUTIME_ID);
  for (const pid_t worker : workers) {
    clockid_t clock = 0;
    if (clock_getcpuclockid(worker, &clock) == 0) sum += Read(clock);
  }
  return sum;
}

double WallMicroseconds() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(values.size())))];
}

// One way to get the answer, and what each of its calls took.
struct Contestant {
  std::string name;
  std::function<void()> call;
  std::vector<double> wall;       // microseconds of every call
  std::vector<double> cpu;        // microseconds a call, one for each round
  std::uint64_t allocations = 0;  // of the last call
};

// Rounds alternate, so that what else the machine does falls on all alike.
void Race(std::vector<Contestant>& contestants, int rounds, int calls) {
  for (Contestant& one : contestants) one.call();  // opens, prepares, warms
  const std::vector<pid_t> workers = WorkerProcesses();
  for (int round = 0; round < rounds; ++round) {
    for (Contestant& one : contestants) {
      const double begin = CpuMicroseconds(workers);
      for (int i = 0; i < calls; ++i) {
        const std::uint64_t before = Allocations();
        const double started = WallMicroseconds();
        one.call();
        one.wall.push_back(WallMicroseconds() - started);
        one.allocations = Allocations() - before;
      }
      one.cpu.push_back((CpuMicroseconds(workers) - begin) / calls);
    }
  }
}

// A call that did not deliver is not measured.
std::string Deliver(const Gateway& gateway, const CallRequest& prepared) {
  CallRequest request = prepared;
  request.accepted = std::chrono::steady_clock::now();
  auto answer = gateway.Run(request);
  auto* const delivery = answer ? std::get_if<Delivery>(&answer->body) : nullptr;
  if (delivery == nullptr) {
    std::string why = "its declaration cannot be used";
    if (answer) {
      if (const auto* rejection = std::get_if<Rejection>(&answer->body)) why = rejection->reason;
      if (const auto* failure = std::get_if<Failure>(&answer->body)) why = failure->reason + ": " + failure->cause;
    } else if (const auto* unusable = std::get_if<Unusable>(&answer.error())) {
      for (const Diagnostic& diagnostic : unusable->diagnostics) why += "\n" + FormatDiagnostic(diagnostic);
    }
    std::fprintf(stderr, "call_bench: %s was not delivered: %s\n", prepared.report.c_str(), why.c_str());
    std::exit(1);
  }
  return std::move(delivery->text);
}

void PrintHead() {
  std::printf("%-10s %-22s %10s %10s %10s %8s %8s\n", "rows", "way", "p50 us", "p99 us", "cpu us", "x bare", "allocs");
}

void Print(const std::string& label, const std::vector<Contestant>& contestants) {
  const double base = Quantile(contestants.front().cpu, 0.5);
  for (const Contestant& one : contestants) {
    const double cpu = Quantile(one.cpu, 0.5);
    std::printf("%-10s %-22s %10.1f %10.1f %10.1f %8.2f %8llu\n", label.c_str(), one.name.c_str(),
                Quantile(one.wall, 0.5), Quantile(one.wall, 0.99), cpu, cpu / base,
                static_cast<unsigned long long>(one.allocations));
  }
}

int CallsFor(std::int64_t rows) { return static_cast<int>(std::clamp<std::int64_t>(20'000 / (rows + 20), 1, 400)); }

void CompareWithLoop(const Gateway& gateway, const Gateway& isolated, const std::string& database, const Shape& shape,
                     int rounds) {
  BareLoop loop(database, shape.Sql());
  BareLoop writing(database, shape.Sql());
  const auto arguments = shape.Arguments();
  const CallRequest request = Request(shape);
  std::string body;
  writing.ReadAsJson(arguments, body);
  // Wide integers are strings in the gateway's body, so that only the sizes of the two are near each other.
  const std::string delivered = Deliver(gateway, request);
  if (loop.Read(arguments) != shape.rows || delivered.size() < body.size()) {
    std::fprintf(stderr, "call_bench: the answers differ\n");
    std::exit(1);
  }
  std::vector<Contestant> contestants;
  contestants.push_back({.name = "bare loop", .call = [&] { loop.Read(arguments); }});
  contestants.push_back({.name = "bare loop, as JSON", .call = [&] { writing.ReadAsJson(arguments, body); }});
  contestants.push_back({.name = "gateway call", .call = [&] { Deliver(gateway, request); }});
  contestants.push_back({.name = "gateway call, worker", .call = [&] { Deliver(isolated, request); }});
  Race(contestants, rounds, CallsFor(shape.rows));
  Print(std::to_string(shape.rows), contestants);
}

// CPU of one call for each shape, and how it grows against what is varied.
void Curve(const char* title, const std::vector<Shape>& shapes, int rounds,
           const std::function<std::int64_t(const Shape&)>& size) {
  const BenchDeployment deployment(shapes, 0);
  const Gateway gateway = deployment.Open();
  std::printf("\n%s\n%10s %12s %14s\n", title, "size", "cpu us", "us for each");
  for (const Shape& shape : shapes) {
    const CallRequest request = Request(shape);
    std::vector<Contestant> contestants;
    contestants.push_back({.name = "gateway call", .call = [&] { Deliver(gateway, request); }});
    Race(contestants, rounds, CallsFor(shape.rows));
    const double cpu = Quantile(contestants.front().cpu, 0.5);
    std::printf("%10lld %12.1f %14.3f\n", static_cast<long long>(size(shape)), cpu,
                cpu / static_cast<double>(size(shape)));
  }
}

void CurveOverReports(int rounds) {
  std::printf("\nloaded reports, 3 rows\n%10s %12s\n", "size", "cpu us");
  for (const int others : {0, 10, 100, 1000}) {
    const BenchDeployment deployment({Shape{}}, others);
    const Gateway gateway = deployment.Open();
    Diagnostics ignored;
    gateway.List(ignored);  // loads them all
    const CallRequest request = Request(Shape{});
    std::vector<Contestant> contestants;
    contestants.push_back({.name = "gateway call", .call = [&] { Deliver(gateway, request); }});
    Race(contestants, rounds, CallsFor(3));
    std::printf("%10d %12.1f\n", others + 1, Quantile(contestants.front().cpu, 0.5));
  }
}

int Main(const std::vector<std::string_view>& words) {
  int rounds = 30;
  bool quick = false;
  std::int64_t profiled = 0;  // only gateway calls of so many rows, for a profiler to watch
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--quick") {
      quick = true;
    } else if (words[i] == "--profile" && i + 1 < words.size() && std::atoll(words[i + 1].data()) > 0) {
      profiled = std::atoll(words[++i].data());
    } else if (words[i] == "--rounds" && i + 1 < words.size() && std::atoi(words[i + 1].data()) > 0) {
      rounds = std::atoi(words[++i].data());
    } else {
      std::fprintf(stderr, "usage: call_bench [--rounds N] [--quick] [--profile ROWS]\n");
      return 2;
    }
  }
  if (profiled > 0) {
    Curve("profiled", {{.rows = profiled}}, rounds, [](const Shape& shape) { return shape.rows; });
    return 0;
  }
#ifndef NDEBUG
  std::printf("NOT a release build: these figures say nothing\n");
#endif
  std::printf("SQLite %s, %d rounds; medians of CPU time over rounds, quantiles of wall time over calls\n\n",
              sqlite3_libversion(), rounds);
  {
    const std::vector<Shape> shapes{{.rows = 3}, {.rows = 1000}};
    const BenchDeployment deployment(shapes, 0);
    const Gateway gateway = deployment.Open();
    const Gateway isolated = deployment.Open(Isolation::kProcess);
    PrintHead();
    for (const Shape& shape : shapes) CompareWithLoop(gateway, isolated, deployment.database(), shape, rounds);
  }
  if (quick) return 0;
  std::vector<Shape> shapes;
  for (const std::int64_t rows : {10, 100, 1'000, 10'000, 100'000}) shapes.push_back({.rows = rows});
  Curve("rows, 3 columns", shapes, rounds, [](const Shape& shape) { return shape.rows; });
  shapes.clear();
  for (const int columns : {1, 4, 16, 64}) shapes.push_back({.rows = 100, .columns = columns});
  Curve("columns, 100 rows", shapes, rounds, [](const Shape& shape) { return std::int64_t{shape.columns}; });
  shapes.clear();
  for (const int parameters : {1, 4, 16, 32}) shapes.push_back({.rows = 3, .parameters = parameters});
  Curve("parameters, 3 rows", shapes, rounds, [](const Shape& shape) { return std::int64_t{shape.parameters}; });
  CurveOverReports(rounds);
  return 0;
}

}  // namespace
}  // namespace querygate::bench

int main(int argc, char** argv) {
  if (const int code = querygate::isolation::RunWorkerIfAsked(argc, argv); code >= 0) return code;
  return querygate::bench::Main({argv + 1, argv + argc});
}
