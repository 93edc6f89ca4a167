// Every stage of a call made to fail, with every way in which closing can end: the first error is the one
// reported, closing is attempted exactly once, and nothing is delivered after a failing close.
#include <algorithm>
#include <map>
#include <optional>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/hardening.h"
#include "engine/backend/sqlite/snapshot.h"
#include "engine/backend/sqlite/sqlite_backend.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::sqlite {
namespace {

using testing::ReportBuilder;
using testing::SqliteKit;
using testing::Unhurried;

constexpr const char* kSchema = "CREATE TABLE t(a, place TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'x'), (3, 'y');";

std::shared_ptr<const CompiledReport> Report() {
  return ReportBuilder(kSchema)
      .Table("t", {"a"})
      .Scope("t", {{"place", "place"}})
      .Query("SELECT a FROM t WHERE a > :least ORDER BY a", {"a"})
      .Build();
}

// Makes steps fail on demand and counts all of them.
struct Injector {
  std::map<std::string, int, std::less<>> failing;  // step to code
  std::map<std::string, int, std::less<>> seen;

  StepHook hook() {
    return [this](std::string_view step) {
      ++seen[std::string(step)];
      const auto found = failing.find(step);
      return found == failing.end() ? SQLITE_OK : found->second;
    };
  }
};

// A whole call: the rows when they may be delivered, else the failure. `give_up` is a caller that finds a
// reason of its own to reject after the first row.
std::optional<Failure> Run(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report, bool give_up) {
  auto snapshot = source.Begin(report, {{"place", Value::Text("x")}}, Unhurried(*report));
  if (!snapshot) return snapshot.error();
  {
    const std::vector<Value> values{Value::Integer(0)};
    auto cursor = (*snapshot)->Execute(0, 0, values);
    if (!cursor) return cursor.error();
    for (;;) {
      const auto more = (*cursor)->Next();
      if (!more) return more.error();
      if (give_up) return std::nullopt;
      if (!*more) break;
    }
  }
  const auto finished = (*snapshot)->Finish();
  if (!finished) return finished.error();
  return std::nullopt;
}

std::vector<std::string> StagesBefore() {
  std::vector<std::string> stages{"authorizer", "scope function", "scope views", "begin", "schema", "bind", "step"};
  for (const HardeningRow& row : HardeningRows()) stages.emplace_back(row.name);
  return stages;
}

}  // namespace

TEST_CASE("the first error is kept, whatever closing does") {
  const SqliteKit kit(kSchema);
  const auto report = Report();
  for (const std::string& stage : StagesBefore()) {
    for (const int close_code : {SQLITE_OK, SQLITE_BUSY, SQLITE_IOERR}) {
      for (const std::size_t max_idle : {0U, 16U}) {
        CAPTURE(stage, close_code, max_idle);
        Injector injector;
        injector.failing = {{stage, SQLITE_PERM}, {"close", close_code}};
        const auto backend = MakeSqliteBackend({.max_idle = max_idle, .hook = injector.hook()});
        const auto source = backend->Attach(nullptr, kit.location());

        const auto failure = Run(*source, report, false);

        REQUIRE(failure);
        CHECK(failure->reason == "query_unavailable");
        const bool names_stage = failure->cause.find(stage) != std::string::npos || stage == "bind";
        CHECK(names_stage);
        CHECK(injector.seen["close"] == 1);

        // The same source works once the fault is gone.
        injector.failing.clear();
        CHECK_FALSE(Run(*source, report, false));
      }
    }
  }
}

TEST_CASE("a connection that never was needs no closing") {
  const SqliteKit kit(kSchema);
  Injector injector;
  injector.failing = {{"open", SQLITE_CANTOPEN}, {"close", SQLITE_BUSY}};
  const auto backend = MakeSqliteBackend({.hook = injector.hook()});
  const auto source = backend->Attach(nullptr, kit.location());
  const auto failure = Run(*source, Report(), false);
  REQUIRE(failure);
  CHECK(failure->reason == "query_unavailable");
  CHECK(injector.seen["close"] == 0);
}

TEST_CASE("a failure after the rows means that nothing is delivered, and the connection goes") {
  const SqliteKit kit(kSchema);
  const auto report = Report();
  for (const char* stage : {"reset", "clear", "end"}) {
    for (const int close_code : {SQLITE_OK, SQLITE_BUSY}) {
      CAPTURE(stage, close_code);
      Injector injector;
      const auto backend = MakeSqliteBackend({.hook = injector.hook()});
      const auto source = backend->Attach(nullptr, kit.location());
      REQUIRE_FALSE(Run(*source, report, false));
      injector.seen.clear();
      injector.failing = {{stage, SQLITE_IOERR}, {"close", close_code}};

      const auto failure = Run(*source, report, false);

      REQUIRE(failure);
      CHECK(failure->reason == "query_failed");
      CHECK_THAT(failure->cause, Catch::Contains(stage));
      CHECK(injector.seen["open"] == 0);
      CHECK(injector.seen["close"] == 1);
      // What comes after the fault is still attempted.
      CHECK(injector.seen["clear"] == 1);
      CHECK(injector.seen["end"] == 1);

      injector.failing.clear();
      CHECK_FALSE(Run(*source, report, false));
      CHECK(injector.seen["open"] == 1);
    }
  }
}

TEST_CASE("a failing close after success means that nothing is delivered") {
  const SqliteKit kit(kSchema);
  Injector injector;
  injector.failing = {{"close", SQLITE_IOERR}};
  const auto report = Report();
  const auto backend = MakeSqliteBackend({.max_idle = 0, .hook = injector.hook()});
  const auto source = backend->Attach(nullptr, kit.location());

  const auto failure = Run(*source, report, false);

  REQUIRE(failure);
  CHECK(failure->reason == "query_failed");
  CHECK_THAT(failure->cause, Catch::Contains("close"));
  CHECK(injector.seen["close"] == 1);
}

TEST_CASE("closing another, longest idle connection fails nobody's call") {
  const SqliteKit kit(kSchema);
  Injector injector;
  injector.failing = {{"close", SQLITE_IOERR}};
  const auto backend = MakeSqliteBackend({.max_idle = 1, .hook = injector.hook()});
  const auto source = backend->Attach(nullptr, kit.location());
  const auto first = Report(), second = Report();
  CHECK_FALSE(Run(*source, first, false));
  CHECK_FALSE(Run(*source, second, false));
  CHECK(injector.seen["close"] == 1);
}

TEST_CASE("a caller's own rejection keeps its connection unless clean-up fails, and hears of neither") {
  const SqliteKit kit(kSchema);
  const auto report = Report();
  for (const char* stage : {"", "reset", "clear", "end"}) {
    for (const int close_code : {SQLITE_OK, SQLITE_BUSY}) {
      CAPTURE(stage, close_code);
      Injector injector;
      injector.failing = {{stage, SQLITE_IOERR}, {"close", close_code}};
      const auto backend = MakeSqliteBackend({.hook = injector.hook()});
      const auto source = backend->Attach(nullptr, kit.location());
      CHECK_FALSE(Run(*source, report, true));
      CHECK(injector.seen["end"] == 1);
      CHECK(injector.seen["close"] == (*stage == '\0' ? 0 : 1));
    }
  }
}

TEST_CASE("a statement that was prepared anew is refused together with its answer") {
  const SqliteKit kit(kSchema);
  const auto report = Report();
  const CallContext context = Unhurried(*report);
  auto source = std::make_shared<SourceState>(kit.location(), 16, std::make_shared<SchemaImages>(), StepHook{}, true);
  const auto file = LocateDatabase(kit.location());
  REQUIRE(file);
  auto opened = ReportConnection::Open(report, DatabaseOrigin{*file, nullptr}, context, {});
  REQUIRE(opened);
  sqlite3* const raw = (*opened)->connection().handle();
  REQUIRE(*(*opened)->Begin(context, *source->images) == ReportConnection::Begun::kReady);
  // Defining a function for the second time makes SQLite prepare every statement again.
  const auto nothing = [](sqlite3_context*, int, sqlite3_value**) {};
  for (int i = 0; i < 2; ++i) {
    REQUIRE(sqlite3_create_function(raw, "x", 0, SQLITE_UTF8, nullptr, nothing, nullptr, nullptr) == SQLITE_OK);
  }
  {
    SqliteSnapshot snapshot(source, *std::move(opened), {}, {{"place", Value::Text("x")}}, context);
    const std::vector<Value> values{Value::Integer(0)};
    auto cursor = snapshot.Execute(0, 0, values);
    REQUIRE(cursor);
    const auto more = (*cursor)->Next();
    REQUIRE_FALSE(more);
    CHECK(more.error().reason == "schema_drift");
    cursor->reset();
  }
  CHECK(source->pool.idle() == 0);
}

TEST_CASE("a query that is still open when the call ends costs the result and the connection") {
  const SqliteKit kit(kSchema);
  const auto report = Report();
  Injector injector;
  const auto backend = MakeSqliteBackend({.hook = injector.hook()});
  const auto source = backend->Attach(nullptr, kit.location());
  auto snapshot = source->Begin(report, {{"place", Value::Text("x")}}, Unhurried(*report));
  REQUIRE(snapshot);
  const std::vector<Value> values{Value::Integer(0)};
  {
    auto cursor = (*snapshot)->Execute(0, 0, values);
    REQUIRE(cursor);
    REQUIRE(*(*cursor)->Next());
    const auto finished = (*snapshot)->Finish();
    REQUIRE_FALSE(finished);
    CHECK(finished.error().reason == "query_failed");
    CHECK_FALSE((*cursor)->Next());
  }
  CHECK(injector.seen["close"] == 1);
}

TEST_CASE("inspecting fails like a call does") {
  const SqliteKit kit(kSchema);
  const auto report = Report();
  for (const std::string stage : {"authorizer", "query_only", "scope views", "begin", "schema", "end", "close"}) {
    CAPTURE(stage);
    Injector injector;
    injector.failing = {{stage, SQLITE_PERM}};
    const auto backend = MakeSqliteBackend({.hook = injector.hook()});
    const auto source = backend->Attach(nullptr, kit.location());
    CHECK_FALSE(source->Inspect(report, Unhurried(*report)));
    CHECK(injector.seen["close"] == 1);
  }
}

}  // namespace querygate::sqlite
