#include "tests/faults/scene.h"

#include <csignal>
#include <filesystem>

#include <catch2/catch.hpp>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/calendar.h"
#include "engine/load/arguments.h"
#include "tests/isolation/isolated_gateway.h"
#include "tests/project_root.h"

namespace querygate::faults {
namespace {

namespace fs = std::filesystem;

using Connection = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;

bool Execute(sqlite3* connection, const char* sql) {
  return sqlite3_exec(connection, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

// Leaves something in the journal or in the log.
constexpr const char* kOneWrite = "PRAGMA user_version = 7";

Connection OpenForWriting(const std::string& path) {
  sqlite3* raw = nullptr;
  static_cast<void>(sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE, "unix"));
  return {raw, &sqlite3_close};
}

// In the process that was made for it: never returns.
[[noreturn]] void HoldOpen(const std::vector<std::string>& databases, int ready, int parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  std::vector<Connection> held;
  for (const std::string& database : databases) {
    held.push_back(OpenForWriting(database));
    sqlite3* const connection = held.back().get();
    if (!Execute(connection, "PRAGMA journal_mode = WAL") || !Execute(connection, kOneWrite)) ::_exit(1);
  }
  if (::write(ready, "", 1) != 1) ::_exit(1);
  while (true) ::pause();
}

// The instant at which a snapshot was taken is the one thing that is not the same in every answer.
std::string WithoutInstant(std::string text) {
  static constexpr std::string_view kKey = R"("observed_at":")";
  const std::size_t at = text.find(kKey);
  if (at == std::string::npos) return text;
  const std::size_t begin = at + kKey.size();
  const std::size_t end = text.find('"', begin);
  REQUIRE(end != std::string::npos);
  REQUIRE(ParseTimestamp(text.substr(begin, end - begin)));
  return text.replace(begin, end - begin, "an instant");
}

}  // namespace

FaultPlan& OwnPlan() {
  static FaultPlan plan;
  return plan;
}

const std::vector<Question>& Questions() {
  static const std::vector<Question> questions{
      {"plain rows", "parcels/units_by_zone", {"state=sent"}, {}},
      {"groups", "parcels/exact_units_by_zone", {"state=sent"}, {}},
      {"a scoped record of several queries with coverage",
       "orders/order_evidence",
       {"reference=O1002"},
       {"brand=teahouse", "store=harbour", "start=2026-09-18T14:00:00+08:00", "end=2026-09-18T14:00:15+08:00",
        "as_of=2026-09-18T14:05:00+08:00"}},
  };
  return questions;
}

Writer::Writer(const std::vector<std::string>& databases) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) HoldOpen(databases, ends[1], parent);
  ::close(ends[1]);
  char byte = 0;
  const bool ready = ::read(ends[0], &byte, 1) == 1;
  ::close(ends[0]);
  REQUIRE(ready);
}

Writer::~Writer() {
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

Scene::Scene(Storage storage, Isolation isolation) : isolation_(isolation), plan_file_(folder_ / "plan") {
  plan_ = &OwnPlan();
  if (isolation == Isolation::kProcess) {
    shared_ = std::make_unique<SharedPlan>(plan_file_);
    plan_ = &**shared_;
  }
  std::vector<std::string> databases;
  fs::create_directory(folder_ / "data");
  for (const char* source : {"logistics", "ticketing"}) {
    const std::string path = folder_ / ("data/" + std::string(source) + ".sqlite");
    scenario::MakeSource(path, source, true);
    sources_[source] = path;
    databases.push_back(path);
    if (storage != Storage::kJournal) continue;
    const Connection connection = OpenForWriting(path);
    REQUIRE(Execute(connection.get(), "PRAGMA journal_mode = PERSIST"));
    REQUIRE(Execute(connection.get(), kOneWrite));
    REQUIRE(fs::exists(path + "-journal"));
  }
  if (storage != Storage::kLog) return;
  writer_ = std::make_unique<Writer>(databases);
  for (const std::string& path : databases) REQUIRE((fs::file_size(path + "-wal") > 0 && fs::exists(path + "-shm")));
}

Gateway Scene::Open() const {
  GatewayOptions options = testing::IsolatedOptions();
  options.config = (testing::ProjectRoot() / "querygate.yaml").string();
  options.sources = sources_;
  options.execution.forced = isolation_;
  options.execution.worker_environment.push_back(std::string(kPlanVariable) + "=" + plan_file_);
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) FAIL(gateway.error().message);
  return *std::move(gateway);
}

Reply Scene::Ask(const Gateway& gateway, const Question& question) const {
  CallRequest request;
  request.report = question.report;
  request.arguments = *ParseWordArguments(question.arguments);
  request.identity.scope = *ParseWordArguments(question.scope);
  // As if it came an hour later, so that no machine is too slow for its deadline.
  request.accepted = std::chrono::steady_clock::now() + std::chrono::hours(1);
  const auto answer = gateway.Run(request);
  if (!answer) return {Reply::Kind::kUnusable, {}, {}};
  if (const auto* delivery = std::get_if<Delivery>(&answer->body)) {
    return {Reply::Kind::kDelivered, WithoutInstant(delivery->text), {}};
  }
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) {
    return {Reply::Kind::kRejected, rejection->reason, rejection->subject};
  }
  const auto& failure = std::get<Failure>(answer->body);
  return {Reply::Kind::kFailed, failure.reason, failure.cause};
}

std::map<std::string, std::string> Scene::Files() const {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder_ / "data")) {
    const std::string name = entry.path().filename().string();
    files[name] = name.ends_with("-shm") ? std::string() : scenario::FileBytes(entry.path().string());
  }
  return files;
}

std::set<std::string> OpenDescriptors() {
  std::set<std::string> open;
  const fs::path folder = "/proc/self/fd";
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::error_code gone;
    const fs::path what = fs::read_symlink(entry.path(), gone);
    // The descriptor that lists them is gone by now, or names this very folder.
    if (!gone && what.string().find("/fd") == std::string::npos)
      open.insert(entry.path().filename().string() + " " + what.string());
  }
  return open;
}

}  // namespace querygate::faults
