// The system calls that workers make once they are locked in, as strace saw them under load, against the list of what
// they may.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/isolation/sandbox.h"
#include "engine/load/arguments.h"
#include "tests/cases.h"
#include "tests/documents/scenario.h"
#include "tests/isolation/isolated_gateway.h"
#include "tests/isolation/system_call_trace.h"

namespace querygate {
namespace {

using scenario::Folder;
using testing::Hear;
using testing::MakeUnits;
using testing::OpenIsolated;
using testing::UnitsRequest;

using Connection = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;

Connection OpenWriter(const std::string& path, const std::string& sql) {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &raw) == SQLITE_OK);
  Connection connection(raw, &sqlite3_close);
  INFO(sqlite3_errmsg(raw));
  REQUIRE(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  return connection;
}

// -1 when it cannot be started.
int StatusOf(const std::vector<std::string>& words) {
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // Looking for leaks is itself a tracing of the process, and only one tracer is possible.
  ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  pid_t process = 0;
  if (::posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  int status = 0;
  if (::waitpid(process, &status, 0) != process) return -1;
  return status;
}

// With an hour to spare: whoever is traced is slow.
CallRequest Request() {
  CallRequest request = UnitsRequest();
  request.accepted += std::chrono::hours(1);
  return request;
}

// What the library asks for and does without: refused, every time.
struct Refusal {
  std::string_view call, part;
};
constexpr Refusal kRefusals[] = {
    {"openat", "-shm\", O_RDWR"},  // read then
    {"openat", "-wal\", O_RDWR"},
    {"fchown", ""},  // as root: the index that it believes to have made shall be the database owner's
};

bool IsKnown(const std::string& refused) {
  return std::any_of(std::begin(kRefusals), std::end(kRefusals), [&](const Refusal& row) {
    return refused.starts_with(std::string(row.call) + "(") && refused.find(row.part) != std::string::npos;
  });
}

// What strace must do here; a system that keeps it from doing so is told apart from a worker that misbehaves.
bool CanTrace() { return StatusOf({"strace", "-f", "-qq", "-o", "/dev/null", "true"}) == 0; }

}  // namespace

// Run by the next test, beneath strace.
TEST_CASE("a load of calls", "[.][load]") {
  const Folder folder, elsewhere;
  const std::string path = folder / "units.sqlite";
  const std::string body = MakeUnits(path, 7);
  scenario::MakeSource(elsewhere / "ticketing.sqlite", "ticketing", true);
  const Gateway gateway = OpenIsolated({{"logistics", path}, {"ticketing", elsewhere / "ticketing.sqlite"}});
  for (const char* format : {"json", "csv", "jsonl", "markdown"}) {
    CallRequest request = Request();
    request.presentation.format = FindResultFormat(format);
    CHECK(Hear(gateway.Run(request)).reason == "ok");
  }
  {
    const Connection writer = OpenWriter(path, "BEGIN EXCLUSIVE");
    CHECK(Hear(gateway.Run(Request())).reason == "lock_timeout");
  }
  {
    const Connection writer = OpenWriter(path, "PRAGMA journal_mode=PERSIST; UPDATE parcels SET units = 7");
    CHECK(Hear(gateway.Run(Request())).text == body);
  }
  // Many rows with long values: memory that grows and is given back, and pages beyond one.
  OpenWriter(path,
             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
             "INSERT INTO parcels(zone, units, state) SELECT printf('%060d', i % 15), i, 'sent' FROM n;"
             "INSERT INTO parcels(zone, units, state) VALUES (hex(zeroblob(3000000)), 1, 'queued')");
  CHECK(Hear(gateway.Run(Request())).reason == "ok");
  CallRequest queued = Request();
  queued.arguments = {};
  CHECK(Hear(gateway.Run(queued)).reason == "missing_state");
  MakeUnits(folder / "next.sqlite", 7);
  std::filesystem::rename(folder / "next.sqlite", path);
  std::filesystem::remove(path + "-journal");
  CHECK(Hear(gateway.Run(Request())).text == body);
  {
    const Connection writer = OpenWriter(path, "PRAGMA journal_mode=WAL; UPDATE parcels SET units = 7");
    for (int call = 0; call < 3; ++call) CHECK(Hear(gateway.Run(Request())).text == body);
  }
  // A log that its last writer took along, no file at all, and a file again.
  MakeUnits(folder / "next.sqlite", 7);
  OpenWriter(folder / "next.sqlite", "PRAGMA journal_mode=WAL");
  for (const char* rest : {"-wal", "-shm"}) std::filesystem::remove(path + rest);
  std::filesystem::rename(folder / "next.sqlite", path);
  CHECK(Hear(gateway.Run(Request())).reason == "query_unavailable");
  std::filesystem::remove(path);
  CHECK(Hear(gateway.Run(Request())).reason == "query_unavailable");
  MakeUnits(path, 7);
  CallRequest evidence = Request();
  evidence.report = "orders/order_evidence";
  evidence.arguments = *ParseWordArguments({"reference=O1002"});
  evidence.identity.scope = *ParseWordArguments(
      {"brand=teahouse", "store=harbour", "start=2026-09-18T14:00:00+08:00", "end=2026-09-18T14:00:15+08:00"});
  CHECK(Hear(gateway.Run(evidence)).reason == "ok");
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int call = 0; call < 5; ++call) static_cast<void>(gateway.Run(Request()));
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(Hear(gateway.Run(Request())).text == body);
}

TEST_CASE("what strace writes is read call by call") {
  std::istringstream trace(
      "7  openat(AT_FDCWD, \"before\", O_RDONLY) = 3\n"
      "7  seccomp(SECCOMP_SET_MODE_FILTER, 0, NULL) = -1 EFAULT (Bad address)\n"
      "7  seccomp(SECCOMP_SET_MODE_FILTER, 0, {len=9, filter=0x5}) = 0\n"
      "8  write(1, \"another\", 7) = 7\n"
      "7  read(3, \"x\", 1) = 1\n"
      "7  futex(0x1, FUTEX_WAIT <unfinished ...>\n"
      "8  close(1) = 0\n"
      "7  <... futex resumed>) = 0\n"
      "7  --- SIGINT ---\n"
      "7  openat(AT_FDCWD, \"a-shm\", O_RDWR) = -1 EACCES (Permission denied)\n"
      "7  exit_group(0) = ?\n"
      "7  +++ exited with 0 +++\n");
  const auto calls = testing::ReadTrace(trace);
  CHECK(calls.processes == 1);
  CHECK(calls.made == std::map<std::string, std::size_t>{{"read", 1}, {"futex", 1}, {"openat", 1}, {"exit_group", 1}});
  CHECK(calls.refused ==
        std::vector<std::string>{"openat(AT_FDCWD, \"a-shm\", O_RDWR) = -1 EACCES (Permission denied)"});
}

TEST_CASE("workers under load make listed system calls only") {
  if (!CanTrace()) {
    std::cout
        << "DID NOT RUN: the system calls of workers were not looked at, for strace is missing or may not trace here"
        << std::endl;
    WARN("strace is missing or may not trace here: the system calls of workers were not looked at");
    return;
  }
  const Folder folder;
  const std::string trace = folder / "trace";
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  REQUIRE(StatusOf({"strace", "-f", "-qq", "-s", "256", "-o", trace, self, "[load]"}) == 0);
  std::ifstream file(trace);
  const auto calls = testing::ReadTrace(file);
  CHECK(calls.processes >= 2);
  CHECK(calls.made.size() >= 15);

  const auto listed = isolation::ListedSystemCalls();
  testing::CaseCount count("system calls that workers make under load");
  for (const auto& [name, times] : calls.made) {
    const auto refused =
        static_cast<std::size_t>(std::count_if(calls.refused.begin(), calls.refused.end(),
                                               [&](const std::string& call) { return call.starts_with(name + "("); }));
    CAPTURE(name, times, refused);
    const bool is_listed = std::any_of(listed.begin(), listed.end(), [&](const auto& row) { return row.name == name; });
    CHECK(count.Add(is_listed || refused == times));
  }
  for (const std::string& call : calls.refused) {
    CAPTURE(call);
    CHECK(IsKnown(call));
  }
  CHECK_FALSE(calls.refused.empty());
  std::set<std::string> unused;
  for (const auto& row : listed) {
    if (!calls.made.contains(row.name)) unused.insert(row.name + " (" + std::string(row.needed_by) + ")");
  }
  for (const std::string& row : unused) std::cout << "listed, and not made under this load: " << row << std::endl;
}

}  // namespace querygate
