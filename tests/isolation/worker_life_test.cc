// One worker: what it answers, what it inherits, how it ends.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/documents/scenario.h"
#include "tests/isolation/isolated_gateway.h"

namespace querygate {
namespace {

using scenario::Folder;
using testing::Hear;
using testing::MakeUnits;
using testing::OpenIsolated;
using testing::UnitsRequest;
using testing::WorkerProcesses;

bool IsAlive(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return status >> number >> name >> state && state != "Z";
}

// A program that says what a worker sees, in place of one.
std::string Script(const Folder& folder, const std::string& lines) {
  const std::string path = folder / "worker";
  std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

}  // namespace

TEST_CASE("a worker answers what a thread answers, in every format") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  const std::string body = MakeUnits(path, 7);
  const Gateway gateway = OpenIsolated({{"logistics", path}});
  // The first call opens and prepares; a later one may need nothing more of the database library.
  const auto first = gateway.Run(UnitsRequest());
  CHECK(Hear(first).text == body);
  CHECK(first->receipt.memory_bytes > 0);
  for (int call = 0; call < 2; ++call) CHECK(Hear(gateway.Run(UnitsRequest())).text == body);
  CHECK(WorkerProcesses().size() == 1);
  CallRequest csv = UnitsRequest();
  csv.presentation.format = FindResultFormat("csv");
  const auto answer = gateway.Run(csv);
  CHECK(Hear(answer).text == "zone,parcels,units_decimal\nnorth,1,7\n");
  REQUIRE(answer);
  const Receipt& receipt = answer->receipt;
  CHECK(receipt.spending.rows == 1);
  CHECK(receipt.spending.vm_steps > 0);
  CHECK(receipt.groups == 1);
  CHECK(receipt.result_bytes == static_cast<std::int64_t>(body.size()));
  CHECK(receipt.elapsed_microseconds > 0);
  CHECK(receipt.policy_digest.size() == 64);
  CallRequest refused = UnitsRequest();
  refused.limits.max_bytes = 10;
  CHECK(Hear(gateway.Run(refused)).reason == "result_bytes");
  const auto load = gateway.Load();
  REQUIRE(load.workers);
  CHECK(load.running == 0);
  CHECK(load.workers->started == 1);
  CHECK(load.workers->idle == 1);
}

TEST_CASE("a worker that ends while nobody uses it is replaced unnoticed") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  const std::string body = MakeUnits(path, 7);
  const Gateway gateway = OpenIsolated({{"logistics", path}});
  for (int kills = 0; kills < 3; ++kills) {
    CHECK(Hear(gateway.Run(UnitsRequest())).text == body);
    const auto workers = WorkerProcesses();
    REQUIRE(workers.size() == 1);
    ::kill(workers.front(), SIGKILL);
    while (IsAlive(workers.front())) std::this_thread::yield();
  }
  CHECK(Hear(gateway.Run(UnitsRequest())).text == body);
  CHECK(gateway.Load().workers->lost == 3);
}

TEST_CASE("a worker is not given the gateway's environment, files or terminal") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  ::setenv("QUERYGATE_TEST_SECRET", "shibboleth", 1);
  const int opened = ::open("/dev/null", O_RDONLY);
  const int inherited = ::fcntl(opened, F_DUPFD, 100);  // both without close-on-exec
  // The shell keeps descriptors of its own while it redirects: 10 and above.
  const std::string script =
      Script(folder, "tr '\\0' '\\n' < /proc/self/environ > " + (folder / "environment") + "\nls /proc/$$/fd > " +
                         (folder / "descriptors") + "\n(readlink /proc/$$/fd/0 /proc/$$/fd/1; true) > " +
                         (folder / "streams") + "\nexit 3");
  const Gateway gateway = OpenIsolated({{"logistics", path}}, script);
  CHECK(Hear(gateway.Run(UnitsRequest())).reason == "query_failed");
  ::close(inherited);
  ::close(opened);
  for (std::string line : {scenario::FileBytes(folder / "environment")}) {
    CHECK(line.find("shibboleth") == std::string::npos);
    CHECK(line.find("HOME") == std::string::npos);
  }
  std::ifstream listed(folder / "descriptors");
  std::set<int> descriptors;
  for (int descriptor = 0; listed >> descriptor;) {
    if (descriptor < 10) descriptors.insert(descriptor);
  }
  CHECK(descriptors == std::set<int>{0, 1, 2, 3});
  CHECK(scenario::FileBytes(folder / "streams") == "/dev/null\n/dev/null\n");
}

TEST_CASE("a worker that does not speak as one is a failure of the call") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  struct Case {
    const char* lines;
    const char* reason;
    const char* cause;
  };
  for (const Case& one : std::vector<Case>{
           {"exit 3", "query_failed", "the worker ended with code 3"},
           {"kill -SEGV $$", "query_failed", "the worker was killed by signal 11"},
           {"printf 'HTTP/1.1 200 OK and more than a header' >&3; sleep 5", "query_failed", "broke the protocol"},
           {"cat <&3 >/dev/null", "deadline_exceeded", "did not answer in time"}}) {
    INFO(one.lines);
    const Gateway gateway = OpenIsolated({{"logistics", path}}, Script(folder, one.lines));
    CallRequest request = UnitsRequest();
    request.limits.timeout = std::chrono::milliseconds(1000);
    const auto heard = Hear(gateway.Run(request));
    CHECK(heard.reason == one.reason);
    INFO(heard.cause);
    CHECK(heard.cause.find(one.cause) != std::string::npos);
    CHECK(gateway.Load().workers->idle == 0);
  }
}

TEST_CASE("a program that cannot be started is a failure of the call") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  const Gateway gateway = OpenIsolated({{"logistics", path}}, folder / "missing");
  const auto heard = Hear(gateway.Run(UnitsRequest()));
  CHECK(heard.reason == "query_unavailable");
  CHECK(heard.cause.find("No such file") != std::string::npos);
}

TEST_CASE("workers end with their gateway, and with its process however that ends") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  {
    const Gateway gateway = OpenIsolated({{"logistics", path}});
    CHECK(Hear(gateway.Run(UnitsRequest())).reason == "ok");
    CHECK(WorkerProcesses().size() == 1);
  }
  CHECK(WorkerProcesses().empty());

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Gateway gateway = OpenIsolated({{"logistics", path}});
    const bool answered = Hear(gateway.Run(UnitsRequest())).reason == "ok";
    const auto workers = WorkerProcesses();
    const pid_t worker = answered && workers.size() == 1 ? workers.front() : 0;
    static_cast<void>(!::write(ends[1], &worker, sizeof worker));
    ::pause();
  }
  pid_t worker = 0;
  REQUIRE(::read(ends[0], &worker, sizeof worker) == sizeof worker);
  REQUIRE(worker > 0);
  CHECK(IsAlive(worker));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  for (int tries = 0; tries < 1000 && IsAlive(worker); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK_FALSE(IsAlive(worker));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("local time is the gateway's in a worker, too") {
  const Folder folder;
  for (const char* below : {"policies/sources", "policies/limits", "reports/clock"}) {
    std::filesystem::create_directories(folder / below);
  }
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << "apiVersion: querygate/v1\n" << text;
  };
  std::ofstream(folder / "policies/sources/clock.sql") << "CREATE TABLE t(a);";
  scenario::WriteDatabase(folder / "clock.sqlite", "CREATE TABLE t(a)");
  write("querygate.yaml", "kind: Gateway\nsources: { clock: { path: clock.sqlite } }\n");
  write("policies/limits/default.yaml", "kind: Limits\ndeadline: 60s\n");
  write("policies/sources/clock.yaml",
        "kind: Source\nbackend: sqlite\nschema: clock.sql\nexpose: { t: [a] }\nfunctions: [strftime]\n");
  write("reports/clock/hour.yaml",
        "kind: Report\ntitle: Hour\ndescription: The local hour of a moment.\nowner: test\nversion: 1\nsource: clock\n"
        "allow: { tables: {}, functions: [strftime] }\nqueries:\n  q:\n"
        "    sql: SELECT strftime('%H', '2026-01-01 00:00:00', 'localtime') AS hour\n"
        "    rows: { exactly: 1, none: not_found, many: several }\n    columns: { hour: { type: text } }\n"
        "result: { record: { q: q } }\n");
  for (const auto& [zone, hour] : std::map<std::string, std::string>{{"QGT-9", "09"}, {"UTC", "00"}}) {
    GatewayOptions options = testing::IsolatedOptions();
    options.config = folder / "querygate.yaml";
    options.environment = [zone = zone](const std::string& name) {
      return name == "TZ" ? std::optional<std::string>(zone) : std::nullopt;
    };
    const auto gateway = Gateway::Open(std::move(options));
    REQUIRE(gateway);
    const auto heard = Hear(gateway->Run({.report = "clock/hour", .accepted = std::chrono::steady_clock::now()}));
    INFO(heard.reason << heard.cause);
    CHECK(heard.text == R"({"status":"ok","complete":true,"q":{"hour":")" + hour + R"("}})");
  }
}

TEST_CASE("whoever goes away ends the call") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  const Gateway gateway = OpenIsolated({{"logistics", path}}, Script(folder, "cat <&3 >/dev/null"));
  std::stop_source gone;
  CallRequest request = UnitsRequest();  // a minute to spare
  request.cancel = gone.get_token();
  std::thread leaving([&] {
    while (gateway.Load().running == 0) std::this_thread::yield();
    gone.request_stop();
  });
  const auto heard = Hear(gateway.Run(request));
  leaving.join();
  CHECK(heard.reason == "deadline_exceeded");
  CHECK(heard.cause.find("whoever asked has gone") != std::string::npos);
}

}  // namespace querygate
