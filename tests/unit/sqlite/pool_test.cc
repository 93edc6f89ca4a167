#include "engine/backend/sqlite/pool.h"

#include <map>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/sqlite_backend.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::sqlite {
namespace {

using testing::Call;
using testing::ReportBuilder;
using testing::SqliteKit;
using testing::Unhurried;
using testing::Writer;

constexpr const char* kSchema = "CREATE TABLE t(a);";

ReportBuilder Builder() {
  ReportBuilder builder(kSchema);
  builder.Table("t", {"a"}).Query("SELECT a FROM t ORDER BY a", {"a"});
  return builder;
}

// Counts what happens to connections.
struct Counted {
  std::map<std::string, int, std::less<>> steps;
  std::unique_ptr<Backend> backend;
  std::unique_ptr<AttachedSource> source;

  Counted(const SqliteKit& kit, std::size_t max_idle) {
    backend = MakeSqliteBackend({.max_idle = max_idle, .hook = [this](std::string_view step) {
                                   ++steps[std::string(step)];
                                   return 0;
                                 }});
    source = backend->Attach(nullptr, kit.location());
  }
  void Run(const std::shared_ptr<const CompiledReport>& report) {
    REQUIRE(Call(*source, report, {}, {}, Unhurried(*report)));
  }
  int opened() { return steps["open"]; }
  int closed() { return steps["close"]; }
};

}  // namespace

TEST_CASE("a report's connection serves its next call") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 16);
  const auto report = Builder().Build();
  for (int i = 0; i < 5; ++i) counted.Run(report);
  CHECK(counted.opened() == 1);
  CHECK(counted.closed() == 0);
}

TEST_CASE("another report never gets it, however alike") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 16);
  const auto builder = Builder();
  counted.Run(builder.Build());
  counted.Run(builder.Build());
  CHECK(counted.opened() == 2);
}

TEST_CASE("calls at the same time have a connection each, and both are kept") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 16);
  const auto report = Builder().Build();
  {
    auto one = counted.source->Begin(report, {}, Unhurried(*report));
    auto two = counted.source->Begin(report, {}, Unhurried(*report));
    REQUIRE(one);
    REQUIRE(two);
    CHECK((*one)->Finish());
    CHECK((*two)->Finish());
  }
  CHECK(counted.opened() == 2);
  counted.Run(report);
  CHECK(counted.opened() == 2);
}

TEST_CASE("beyond the bound the longest idle goes") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 2);
  const auto a = Builder().Build(), b = Builder().Build(), c = Builder().Build();
  counted.Run(a);
  counted.Run(b);
  counted.Run(a);
  counted.Run(c);  // b goes
  CHECK(counted.closed() == 1);
  counted.Run(a);
  counted.Run(c);
  CHECK(counted.opened() == 3);
  counted.Run(b);
  CHECK(counted.opened() == 4);
}

TEST_CASE("without room every call closes its connection") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 0);
  const auto report = Builder().Build();
  counted.Run(report);
  counted.Run(report);
  CHECK(counted.opened() == 2);
  CHECK(counted.closed() == 2);
}

TEST_CASE("connections to a file that was replaced are closed, all of them") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 16);
  const auto a = Builder().Build(), b = Builder().Build();
  counted.Run(a);
  counted.Run(b);
  Writer(kit.Beside("next")).Run(kSchema);
  std::filesystem::rename(kit.Beside("next"), kit.location());
  counted.Run(a);
  CHECK(counted.closed() == 2);
  CHECK(counted.opened() == 3);
}

TEST_CASE("a snapshot outlives the source it came from") {
  const SqliteKit kit(kSchema);
  Counted counted(kit, 16);
  const auto report = Builder().Build();
  auto snapshot = counted.source->Begin(report, {}, Unhurried(*report));
  REQUIRE(snapshot);
  counted.source.reset();
  counted.backend.reset();
  CHECK((*snapshot)->Finish());
  snapshot->reset();
  CHECK(counted.closed() == 1);
}

}  // namespace querygate::sqlite
