// Scratch databases: what is stored, what is refused and why, and that they are called like any other.
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/sqlite_backend.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/temporary_folder.h"

namespace querygate::sqlite {
namespace {

namespace fs = std::filesystem;
using testing::Call;
using testing::ReportBuilder;
using testing::Rows;
using testing::Unhurried;

constexpr const char* kSchema = R"(
CREATE TABLE t (
  id INTEGER PRIMARY KEY,
  n INTEGER NOT NULL DEFAULT 7,
  label TEXT UNIQUE CHECK (length(label) < 5),
  other INTEGER REFERENCES missing (id),
  twice INTEGER AS (n * 2) STORED
);
CREATE TABLE log (n);
CREATE TRIGGER copy AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.n); END;
CREATE VIEW v AS SELECT n FROM t;
)";

std::shared_ptr<const CompiledReport> Report(const std::string& sql, const std::vector<std::string>& columns) {
  return ReportBuilder(kSchema)
      .Table("t", {"id", "n", "label", "other", "twice"})
      .Table("log", {"n"})
      .Function("typeof")
      .Query(sql, columns)
      .Build();
}

Expected<std::unique_ptr<AttachedSource>, ScratchFault> Make(const ScratchData& data) {
  return MakeSqliteBackend()->MakeScratch(Report("SELECT n FROM log", {"n"})->source, data);
}

ScratchFault Fault(const ScratchData& data) {
  const auto made = Make(data);
  REQUIRE_FALSE(made.has_value());
  return made.error();
}

Rows Read(AttachedSource& source, const std::string& sql, const std::vector<std::string>& columns) {
  const auto report = Report(sql, columns);
  auto rows = Call(source, report, {}, {}, Unhurried(*report));
  if (!rows) FAIL(rows.error().cause);
  return *rows;
}

ScratchRow Row(std::vector<std::pair<std::string, Value>> columns) { return {"t", std::move(columns)}; }

// A folder for temporary files that no other program uses.
class OwnTemporaries {
 public:
  OwnTemporaries() { ::setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~OwnTemporaries() {
    if (before_) {
      ::setenv("TMPDIR", before_->c_str(), 1);
    } else {
      ::unsetenv("TMPDIR");
    }
  }
  OwnTemporaries(const OwnTemporaries&) = delete;
  OwnTemporaries& operator=(const OwnTemporaries&) = delete;

  std::vector<fs::path> Entries() const { return {fs::directory_iterator(folder_.path()), fs::directory_iterator()}; }

 private:
  testing::TemporaryFolder folder_;
  std::optional<std::string> before_ =
      std::getenv("TMPDIR") == nullptr ? std::nullopt : std::optional<std::string>(std::getenv("TMPDIR"));
};

TEST_CASE("rows are stored as they are given, through the column's affinity, and nothing else is") {
  auto source = Make({"INSERT INTO t (id, n) VALUES (1, 1), (2, x'00');",
                      {Row({{"ID", Value::Integer(3)}, {"n", Value::Text("12")}, {"label", Value::Text("a")}}),
                       Row({{"n", Value::Real(0.5)}, {"other", Value::Integer(99)}})}});
  REQUIRE(source.has_value());
  CHECK(
      Read(**source, "SELECT id, n, label, other, twice FROM t ORDER BY id", {"id", "n", "label", "other", "twice"}) ==
      Rows{{Value::Integer(1), Value::Integer(1), Value::Null(), Value::Null(), Value::Integer(2)},
           {Value::Integer(2), Value::Blob(std::string(1, '\0')), Value::Null(), Value::Null(), Value::Integer(0)},
           {Value::Integer(3), Value::Integer(12), Value::Text("a"), Value::Null(), Value::Integer(24)},
           {Value::Integer(4), Value::Real(0.5), Value::Null(), Value::Integer(99), Value::Integer(1)}});
  CHECK(Read(**source, "SELECT n FROM log ORDER BY n", {"n"}).empty());  // the trigger did not fire
}

TEST_CASE("a row that cannot be stored is named, with the constraint") {
  struct Case {
    ScratchRow row;
    std::string message;
    std::string help;
  };
  const std::vector<Case> cases = {
      {{"tt", {}}, "the schema has no table `tt`", "did you mean `t`?"},
      {{"logs", {}}, "the schema has no table `logs`", "did you mean `log`?"},
      {{"v", {}}, "`v` is a view", "give rows to the tables that it reads"},
      {Row({{"nn", Value::Integer(1)}}), "`t` has no column `nn` that takes a value", "did you mean `n`?"},
      {Row({{"labels", Value::Integer(1)}}), "`t` has no column `labels` that takes a value", "did you mean `label`?"},
      {Row({{"twice", Value::Integer(1)}}), "`t` has no column `twice` that takes a value", ""},
      {Row({{"label", Value::Text("a")}}), "NOT NULL constraint failed: t.n", ""},
      {Row({{"n", Value::Integer(1)}, {"label", Value::Text("first")}}), "CHECK constraint failed: length(label) < 5",
       ""},
      {Row({{"id", Value::Integer(1)}, {"n", Value::Integer(1)}}), "UNIQUE constraint failed: t.id", ""},
  };
  for (const Case& row : cases) {
    INFO(row.message);
    const ScratchFault fault = Fault({"", {Row({{"id", Value::Integer(1)}, {"n", Value::Integer(1)}}), row.row}});
    CHECK(fault.where == ScratchFault::Where::kRow);
    CHECK(fault.index == 1);
    CHECK(fault.message == row.message);
    CHECK(fault.help == row.help);
  }
}

TEST_CASE("a script inserts values and does nothing else") {
  for (const char* statement :
       {"DELETE FROM t",
        "UPDATE t SET n = 1",
        "CREATE TABLE u (a)",
        "DROP TABLE log",
        "PRAGMA foreign_keys = ON",
        "ATTACH ':memory:' AS a",
        "SELECT 1",
        "VALUES (1)",
        "COMMIT",
        "ROLLBACK",
        "BEGIN",
        "SAVEPOINT s",
        "VACUUM",
        "REINDEX",
        "EXPLAIN INSERT INTO t (n) VALUES (1)",
        "INSERT INTO t (n) SELECT n FROM log",
        "INSERT INTO t (n) SELECT count(*) FROM log",
        "INSERT INTO t (n) VALUES (random())",
        "INSERT INTO t (n) VALUES (1) RETURNING n",
        "INSERT INTO v VALUES (1)",
        "INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)",
        "INSERT INTO t (id, n) VALUES (1, 1) ON CONFLICT DO UPDATE SET n = 2",
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) INSERT INTO log SELECT i FROM c",
        "INSERT INTO nowhere VALUES (1)",
        "INSERT",
        "nonsense"}) {
    INFO(statement);
    const ScratchFault fault = Fault({"INSERT INTO t (id, n) VALUES (1, 1);\n" + std::string(statement) + ";", {}});
    CHECK(fault.where == ScratchFault::Where::kScript);
    CHECK(fault.index >= 36);
    CHECK_FALSE(fault.message.empty());
  }
}

TEST_CASE("a schema that cannot be made gives no database") {
  const auto source = ReportBuilder("CREATE TABLE t (a").Table("t", {"a"}).Query("SELECT a FROM t", {"a"}).Build();
  const auto made = MakeSqliteBackend()->MakeScratch(source->source, {});
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().where == ScratchFault::Where::kSchema);
}

TEST_CASE("a scratch database is called through the gate, and is private to its source") {
  auto one = Make({"", {Row({{"n", Value::Integer(1)}})}});
  auto two = Make({"", {Row({{"n", Value::Integer(2)}})}});
  REQUIRE((one.has_value() && two.has_value()));
  CHECK(Read(**one, "SELECT n FROM t ORDER BY n", {"n"}) == Rows{{Value::Integer(1)}});
  CHECK(Read(**two, "SELECT n FROM t ORDER BY n", {"n"}) == Rows{{Value::Integer(2)}});

  const auto refused = ReportBuilder(kSchema).Table("t", {"n"}).Query("SELECT id FROM t", {"id"}).Build();
  const auto rows = Call(**one, refused, {}, {}, Unhurried(*refused));
  REQUIRE_FALSE(rows.has_value());
  CHECK(rows.error().reason == "query_unavailable");
  CHECK_THAT(rows.error().cause, Catch::Contains("unlisted-column"));
}

TEST_CASE("a scratch database is readable by its user alone, and gone with its source") {
  const OwnTemporaries temporaries;
  {
    auto source = Make({"", {Row({{"n", Value::Integer(1)}})}});
    REQUIRE(source.has_value());
    Read(**source, "SELECT n FROM t ORDER BY n", {"n"});
    const auto made = temporaries.Entries();
    REQUIRE(made.size() == 1);
    CHECK((fs::status(made[0]).permissions() & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none);
  }
  CHECK(temporaries.Entries().empty());
  CHECK(Fault({"nonsense", {}}).where == ScratchFault::Where::kScript);
  CHECK(temporaries.Entries().empty());
}

}  // namespace
}  // namespace querygate::sqlite
