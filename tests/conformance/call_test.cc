#include <cmath>

#include <catch2/catch.hpp>

#include "tests/conformance/database_kit.h"
#include "tests/conformance/report_builder.h"

namespace querygate::testing {
namespace {

constexpr const char* kSchema =
    "CREATE TABLE parcels(id INTEGER PRIMARY KEY, zone TEXT, units INTEGER, state TEXT, private_note TEXT);";
constexpr const char* kData =
    "INSERT INTO parcels(zone, units, state, private_note) VALUES"
    " ('east', 2, 'sent', 'alpha'), ('west', 3, 'sent', 'beta'), ('east', 4, 'queued', 'gamma');";

ReportBuilder Parcels() {
  ReportBuilder builder(kSchema);
  builder.Table("parcels", {"zone", "units", "state"});
  return builder;
}

constexpr const char* kByState = "SELECT units, zone FROM parcels WHERE state = :state ORDER BY units, zone, state";

// A clock that the test sets.
class SetClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override { return steady; }
  Instant WallNow() const override { return wall; }
  std::chrono::steady_clock::time_point steady{std::chrono::hours(1)};
  Instant wall{.seconds = 1'000'000'000};
};

struct Bench {
  std::unique_ptr<DatabaseKit> kit;
  std::unique_ptr<Backend> backend;
  std::unique_ptr<AttachedSource> source;

  Bench(const NamedKit& named, const std::string& schema, const std::string& data) : kit(named.make(schema)) {
    kit->Run(data);
    backend = kit->MakeBackend();
    source = backend->Attach(nullptr, kit->location());
  }
};

}  // namespace

TEST_CASE("a call gives the rows with columns as declared") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Build();

  const auto rows = Call(*bench.source, report, {Value::Text("sent")}, {}, Unhurried(*report));

  REQUIRE(rows);
  CHECK(*rows == Rows{{Value::Text("east"), Value::Integer(2)}, {Value::Text("west"), Value::Integer(3)}});
}

TEST_CASE("values arrive in the storage class they have, none converted") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, "CREATE TABLE things(place INTEGER PRIMARY KEY, thing);",
              "INSERT INTO things VALUES (1, NULL), (2, 9223372036854775807), (3, 0.5), (4, ''), (5, 'a'),"
              " (6, x''), (7, x'00ff'), (8, '7'), (9, 3.0);");
  const auto report = ReportBuilder("CREATE TABLE things(place INTEGER PRIMARY KEY, thing);")
                          .Table("things", {"place", "thing"})
                          .Query("SELECT thing FROM things ORDER BY place", {"thing"})
                          .Build();

  const auto rows = Call(*bench.source, report, {}, {}, Unhurried(*report));

  REQUIRE(rows);
  CHECK(*rows == Rows{{Value::Null()},
                      {Value::Integer(9223372036854775807)},
                      {Value::Real(0.5)},
                      {Value::Text("")},
                      {Value::Text("a")},
                      {Value::Blob("")},
                      {Value::Blob(std::string("\0\xff", 2))},
                      {Value::Text("7")},
                      {Value::Real(3.0)}});
}

TEST_CASE("a zero has no sign") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, "CREATE TABLE things(place INTEGER PRIMARY KEY, thing REAL);",
              "INSERT INTO things VALUES (1, -4.0);");
  const auto report = ReportBuilder("CREATE TABLE things(place INTEGER PRIMARY KEY, thing REAL);")
                          .Table("things", {"place", "thing"})
                          .Query("SELECT 0.0 / thing AS zero FROM things ORDER BY place", {"zero"})
                          .Build();

  const auto rows = Call(*bench.source, report, {}, {}, Unhurried(*report));

  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  CHECK(rows->front().front().storage == StorageClass::kReal);
  CHECK_FALSE(std::signbit(rows->front().front().real));
}

TEST_CASE("every kind of value can be bound, and none outlives its call") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report =
      Parcels().Query("SELECT :value AS got FROM parcels WHERE units = 2 ORDER BY got", {"got"}).Build();

  for (const Value& value :
       {Value::Integer(-1), Value::Real(1.5), Value::Text("x"), Value::Text(""), Value::Text(std::string("a\0b", 3)),
        Value::Blob("\xff"), Value::Blob(""), Value::Null()}) {
    const auto rows = Call(*bench.source, report, {value}, {}, Unhurried(*report));
    REQUIRE(rows);
    CHECK(*rows == Rows{{value}});
  }
}

TEST_CASE("a statement is never run with a parameter left out") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Build();
  REQUIRE(Call(*bench.source, report, {Value::Text("sent")}, {}, Unhurried(*report)));

  const auto rows = Call(*bench.source, report, {}, {}, Unhurried(*report));

  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_failed");
}

TEST_CASE("what is not declared cannot be read") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query("SELECT private_note AS zone FROM parcels ORDER BY zone", {"zone"}).Build();

  const auto rows = Call(*bench.source, report, {}, {}, Unhurried(*report));
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_unavailable");
  CHECK(rows.error().cause.find("private_note") != std::string::npos);
  CHECK(rows.error().cause.find("alpha") == std::string::npos);

  // The same as a fact, for the author and for `check`.
  const auto at_lint = bench.backend->InspectSchema(*report);
  REQUIRE(at_lint);
  CHECK_FALSE(at_lint->clean());
  const auto at_check = bench.source->Inspect(report, Unhurried(*report));
  REQUIRE(at_check);
  CHECK_FALSE(at_check->clean());
  CHECK(at_check->queries[0][0].violations == at_lint->queries[0][0].violations);
}

TEST_CASE("lint and check tell the same facts of a good report") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Build();

  const auto at_lint = bench.backend->InspectSchema(*report);
  const auto at_check = bench.source->Inspect(report, Unhurried(*report));

  REQUIRE(at_lint);
  REQUIRE(at_check);
  for (const Inspection* inspection : {&*at_lint, &*at_check}) {
    REQUIRE(inspection->clean());
    const StatementFacts& facts = inspection->queries[0][0];
    CHECK(facts.columns.size() == 2);
    CHECK(facts.columns[0].origin_table == "parcels");
    CHECK(facts.columns[0].origin_column == "units");
    CHECK(facts.columns[0].declared_type == "INTEGER");
    CHECK_FALSE(facts.plan.empty());
    CHECK(facts.uses == std::vector<AccessUse>{{AccessUse::Kind::kColumn, "parcels", "state"},
                                               {AccessUse::Kind::kColumn, "parcels", "units"},
                                               {AccessUse::Kind::kColumn, "parcels", "zone"}});
  }
}

TEST_CASE("one call's queries use one transaction, one at a time") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Query(kByState, {"units", "zone"}).Build();

  auto snapshot = bench.source->Begin(report, {}, Unhurried(*report));
  REQUIRE(snapshot);
  const std::vector<Value> sent{Value::Text("sent")};
  CHECK(ReadAll(**snapshot, 0, sent));
  CHECK(ReadAll(**snapshot, 1, sent));
  CHECK((*snapshot)->spending().rows == 4);
  CHECK((*snapshot)->spending().vm_steps > 0);
  CHECK((*snapshot)->Finish());
  CHECK((*snapshot)->spending().rows == 4);
  CHECK_FALSE((*snapshot)->Finish());
  CHECK_FALSE((*snapshot)->Execute(0, 0, sent));

  auto second = bench.source->Begin(report, {}, Unhurried(*report));
  REQUIRE(second);
  auto open = (*second)->Execute(0, 0, sent);
  REQUIRE(open);
  const auto refused = (*second)->Execute(1, 0, sent);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().reason == "query_failed");
}

TEST_CASE("a call that is given up half-way leaves nothing behind") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Build();
  {
    auto snapshot = bench.source->Begin(report, {}, Unhurried(*report));
    REQUIRE(snapshot);
    const std::vector<Value> sent{Value::Text("sent")};
    auto cursor = (*snapshot)->Execute(0, 0, sent);
    REQUIRE(cursor);
    REQUIRE(*(*cursor)->Next());
  }
  // A writer is not kept out, and the next caller starts anew.
  bench.kit->Run("UPDATE parcels SET units = 5 WHERE state = 'queued'");
  const auto rows = Call(*bench.source, report, {Value::Text("queued")}, {}, Unhurried(*report));
  REQUIRE(rows);
  CHECK(*rows == Rows{{Value::Text("east"), Value::Integer(5)}});
}

TEST_CASE("no answer is ever an empty answer") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Build();
  const bool warm = GENERATE(false, true);
  CAPTURE(warm);
  if (warm) REQUIRE(Call(*bench.source, report, {Value::Text("sent")}, {}, Unhurried(*report)));
  SetClock clock;
  CallContext context = Unhurried(*report);
  context.clock = &clock;
  context.deadline.at = clock.steady + std::chrono::hours(1);

  SECTION("deadline passed before the start") {
    context.deadline.at = clock.steady;
    const auto rows = Call(*bench.source, report, {Value::Text("sent")}, {}, context);
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "deadline_exceeded");
  }
  SECTION("locked out") {
    const auto lock = bench.kit->LockOut();
    context.budget.lock_wait = std::chrono::milliseconds(20);
    const auto rows = Call(*bench.source, report, {Value::Text("sent")}, {}, context);
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "lock_timeout");
  }
  SECTION("a value beyond the budget") {
    context.budget.value_bytes = 3;
    const auto rows = Call(*bench.source, report, {Value::Text("sent")}, {}, context);
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "budget_exceeded");
    context.budget.value_bytes = 4;
    CHECK(Call(*bench.source, report, {Value::Text("sent")}, {}, context));
  }
  // Whatever happened, the next call works.
  const auto next = Call(*bench.source, report, {Value::Text("sent")}, {}, Unhurried(*report));
  REQUIRE(next);
  CHECK(next->size() == 2);
}

TEST_CASE("steps are counted exactly, and one less than needed is too few") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  std::string data = kData;
  for (int i = 0; i < 300; ++i) data += "INSERT INTO parcels(zone, units, state) VALUES ('z', 1, 'sent');";
  Bench bench(named, kSchema, data);
  const auto report = Parcels().Function("sum").Query("SELECT sum(units) AS total FROM parcels", {"total"}).Build();
  auto snapshot = bench.source->Begin(report, {}, Unhurried(*report));
  REQUIRE(snapshot);
  REQUIRE(ReadAll(**snapshot, 0, {}));
  REQUIRE((*snapshot)->Finish());
  const std::int64_t needed = (*snapshot)->spending().vm_steps;

  CallContext context = Unhurried(*report);
  context.budget.vm_steps = needed;
  CHECK(Call(*bench.source, report, {}, {}, context));
  context.budget.vm_steps = needed - 1;
  const auto rows = Call(*bench.source, report, {}, {}, context);
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "budget_exceeded");
  for (const std::int64_t few : {1, 50, 100}) {
    context.budget.vm_steps = few;
    const auto cut = Call(*bench.source, report, {}, {}, context);
    REQUIRE_FALSE(cut);
    CHECK(cut.error().reason == "budget_exceeded");
  }
}

TEST_CASE("the deadline stops a query that would run on") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  Budget endless;
  endless.vm_steps = std::int64_t{1} << 60;
  const auto report =
      ReportBuilder(kSchema)
          .Table("parcels", {"id"})
          .Function("count")
          .Recursion()
          .Limits(endless)
          .Query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n", {"c"})
          .Build();
  CallContext context = Unhurried(*report);
  context.deadline.at = std::chrono::steady_clock::now() + std::chrono::milliseconds(150);

  const auto rows = Call(*bench.source, report, {}, {}, context);

  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "deadline_exceeded");
}

TEST_CASE("a changed schema is noticed by the next call") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report = Parcels().Query(kByState, {"zone", "units"}).Build();
  REQUIRE(Call(*bench.source, report, {Value::Text("sent")}, {}, Unhurried(*report)));
  struct Case {
    const char* change;
    const char* reason;  // empty: the report still holds
  };
  const Case changed = GENERATE(values<Case>({
      {"CREATE TABLE other(a);", ""},
      {"ALTER TABLE parcels ADD COLUMN more;", ""},
      {"DROP TABLE parcels;", "schema_drift"},
      {"ALTER TABLE parcels RENAME COLUMN zone TO area;", "schema_drift"},
      {"ALTER TABLE parcels RENAME TO base; CREATE VIEW parcels AS"
       " SELECT id, private_note AS zone, units, state FROM base;",
       "schema_drift"},
  }));
  CAPTURE(changed.change);

  bench.kit->Run(changed.change);
  const auto rows = Call(*bench.source, report, {Value::Text("sent")}, {}, Unhurried(*report));

  if (*changed.reason == '\0') {
    REQUIRE(rows);
    CHECK(rows->size() == 2);
  } else {
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == changed.reason);
  }
}

TEST_CASE("the database is the same afterwards, byte for byte") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const std::string before = bench.kit->Bytes();
  const auto good = Parcels().Query(kByState, {"zone", "units"}).Build();
  const auto bad = Parcels().Query("DELETE FROM parcels RETURNING zone", {"zone"}).Build();

  CHECK(Call(*bench.source, good, {Value::Text("sent")}, {}, Unhurried(*good)));
  const auto refused = Call(*bench.source, bad, {}, {}, Unhurried(*bad));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().reason == "query_unavailable");
  CHECK(bench.source->Inspect(good, Unhurried(*good)));

  CHECK(bench.kit->Bytes() == before);
}

TEST_CASE("the time of a call is frozen, also for the database") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  Bench bench(named, kSchema, kData);
  const auto report =
      Parcels()
          .Function("current_timestamp")
          .Query("SELECT CURRENT_TIMESTAMP AS zone FROM parcels WHERE units = 2 ORDER BY zone", {"zone"})
          .Build();
  CallContext context = Unhurried(*report);
  SetClock clock;
  context.clock = &clock;
  context.deadline.at = clock.steady + std::chrono::hours(1);

  for (const std::int64_t seconds : {0, 1'767'312'000}) {
    context.now = {.seconds = seconds};
    const auto rows = Call(*bench.source, report, {}, {}, context);
    REQUIRE(rows);
    CHECK(*rows == Rows{{Value::Text(seconds == 0 ? "1970-01-01 00:00:00" : "2026-01-02 00:00:00")}});
  }
  auto snapshot = bench.source->Begin(report, {}, context);
  REQUIRE(snapshot);
  CHECK((*snapshot)->observed_at() == clock.wall);
}

TEST_CASE("a schema snapshot that does not load is told to its author") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto backend = named.make("CREATE TABLE parcels(a);")->MakeBackend();
  const auto report = ReportBuilder("CREATE TABLE a(b);\nCREATE TABEL c(d);")
                          .Table("a", {"b"})
                          .Query("SELECT b FROM a ORDER BY b", {"b"})
                          .Build();

  const auto inspection = backend->InspectSchema(*report);

  REQUIRE_FALSE(inspection);
  CHECK(inspection.error().cause.find("line 2") != std::string::npos);
}

TEST_CASE("the version line names the product") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const std::string version = named.make("CREATE TABLE a(b);")->MakeBackend()->Version();
  CHECK_FALSE(version.empty());
  CHECK(version.find('\n') == std::string::npos);
}

}  // namespace querygate::testing
