// Databases in states that their owners' programs leave them in.
#include <filesystem>

#include <catch2/catch.hpp>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/backend/registry.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::sqlite {
namespace {

namespace fs = std::filesystem;
using testing::Call;
using testing::ReadAll;
using testing::ReadFile;
using testing::ReportBuilder;
using testing::Rows;
using testing::SqliteKit;
using testing::TemporaryFolder;
using testing::Unhurried;
using testing::WriteFile;
using testing::Writer;

constexpr const char* kSchema = "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);";

std::shared_ptr<const CompiledReport> Report() {
  return ReportBuilder(kSchema).Table("t", {"a", "b"}).Query("SELECT a, b FROM t ORDER BY a", {"a", "b"}).Build();
}

Expected<Rows, Failure> Read(const std::string& path) {
  const auto report = Report();
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, path);
  return Call(*source, report, {}, {}, Unhurried(*report));
}

std::string Fill(int rows) {
  return std::string(kSchema) + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
         std::to_string(rows) + ") INSERT INTO t SELECT i, printf('%0200d', i) FROM n;";
}

// Permissions do not bind the superuser, so the code under test runs as somebody else.
class Unprivileged {
 public:
  Unprivileged() : was_root_(::geteuid() == 0) {
    if (was_root_) REQUIRE(::seteuid(65534) == 0);
  }
  ~Unprivileged() {
    if (was_root_) static_cast<void>(::seteuid(0) == 0);
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  bool was_root_;
};

// The folder and its files can be read by everyone and changed by nobody.
void MakeReadOnly(const TemporaryFolder& folder) {
  for (const auto& entry : fs::directory_iterator(folder.path())) ::chmod(entry.path().c_str(), 0444);
  ::chmod(folder.path().c_str(), 0555);
}
void MakeWritable(const TemporaryFolder& folder) { ::chmod(folder.path().c_str(), 0755); }

}  // namespace

TEST_CASE("one call sees one state of a WAL database while a writer goes on; the next sees the new one") {
  const SqliteKit kit(Fill(1));
  Writer writer(kit.location());
  writer.Run("PRAGMA journal_mode=WAL");
  const auto report = ReportBuilder(kSchema)
                          .Table("t", {"a", "b"})
                          .Function("count")
                          .Query("SELECT count(a) AS n FROM t", {"n"})
                          .Query("SELECT count(b) AS n FROM t", {"n"})
                          .Build();
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, kit.location());
  auto snapshot = source->Begin(report, {}, Unhurried(*report));
  REQUIRE(snapshot);
  CHECK(*ReadAll(**snapshot, 0, {}) == Rows{{Value::Integer(1)}});
  writer.Run("INSERT INTO t(b) VALUES ('new')");
  CHECK(*ReadAll(**snapshot, 1, {}) == Rows{{Value::Integer(1)}});
  CHECK((*snapshot)->Finish());

  const auto rows = Call(*source, report, {}, {}, Unhurried(*report));
  REQUIRE(rows);
  CHECK(*rows == Rows{{Value::Integer(2)}});
}

TEST_CASE("beginning fixes the snapshot, not the first query") {
  const SqliteKit kit(Fill(1));
  Writer writer(kit.location());
  writer.Run("PRAGMA journal_mode=WAL");
  const auto report = Report();
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, kit.location());
  for (int rows = 1; rows <= 2; ++rows) {  // a fresh connection, then a reused one
    auto snapshot = source->Begin(report, {}, Unhurried(*report));
    REQUIRE(snapshot);
    writer.Run("INSERT INTO t(b) VALUES ('new')");
    CHECK(ReadAll(**snapshot, 0, {})->size() == static_cast<std::size_t>(rows));
    CHECK((*snapshot)->Finish());
  }
}

TEST_CASE("rows that are only in the log are read") {
  const TemporaryFolder folder;
  const std::string path = folder / "copied.sqlite";
  {
    const SqliteKit kit(Fill(1));
    Writer writer(kit.location());
    writer.Run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    writer.Run("INSERT INTO t(b) VALUES ('in the log')");
    fs::copy_file(kit.location(), path);
    fs::copy_file(kit.location() + "-wal", path + "-wal");
  }
  const std::string before = ReadFile(path);
  const std::string log = ReadFile(path + "-wal");

  const auto rows = Read(path);

  REQUIRE(rows);
  CHECK(rows->size() == 2);
  CHECK(ReadFile(path) == before);
  CHECK(ReadFile(path + "-wal") == log);
}

TEST_CASE("a WAL database in a folder that cannot be written") {
  const TemporaryFolder folder;
  const std::string path = folder / "wal.sqlite";
  const bool with_shm = GENERATE(true, false);
  CAPTURE(with_shm);
  {
    const SqliteKit kit(Fill(1));
    Writer writer(kit.location());
    writer.Run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    writer.Run("INSERT INTO t(b) VALUES ('in the log')");
    fs::copy_file(kit.location(), path);
    fs::copy_file(kit.location() + "-wal", path + "-wal");
    if (with_shm) fs::copy_file(kit.location() + "-shm", path + "-shm");
  }
  MakeReadOnly(folder);
  const auto rows = [&] {
    const Unprivileged unprivileged;
    return Read(path);
  }();
  MakeWritable(folder);

  if (with_shm) {
    REQUIRE(rows);
    CHECK(rows->size() == 2);
  } else {
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "query_unavailable");
    CHECK_THAT(rows.error().cause, Catch::Contains("-shm"));
  }
}

TEST_CASE("an ordinary database in a folder that cannot be written is just read") {
  const TemporaryFolder folder;
  const std::string path = folder / "plain.sqlite";
  Writer(path).Run(Fill(3));
  MakeReadOnly(folder);
  const auto rows = [&] {
    const Unprivileged unprivileged;
    return Read(path);
  }();
  MakeWritable(folder);
  REQUIRE(rows);
  CHECK(rows->size() == 3);
}

TEST_CASE("a file that may not be read is a failure") {
  const TemporaryFolder folder;
  const std::string path = folder / "secret.sqlite";
  Writer(path).Run(Fill(3));
  ::chmod(folder.path().c_str(), 0755);
  ::chmod(path.c_str(), 0);
  const auto rows = [&] {
    const Unprivileged unprivileged;
    return Read(path);
  }();
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_unavailable");
}

TEST_CASE("a writer that stopped half-way is recovered by its owner, not read through") {
  const TemporaryFolder folder;
  const std::string path = folder / "hot.sqlite";
  {
    const SqliteKit kit(Fill(2000));
    Writer writer(kit.location());
    writer.Run("PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN; UPDATE t SET b = 'half' || b");
    fs::copy_file(kit.location(), path);
    fs::copy_file(kit.location() + "-journal", path + "-journal");
  }
  const std::string before = ReadFile(path);
  const auto rows = Read(path);
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_unavailable");
  CHECK_THAT(rows.error().cause, Catch::Contains("recover"));
  CHECK(ReadFile(path) == before);
  CHECK(fs::exists(path + "-journal"));
}

TEST_CASE("a damaged database is a failure, never fewer rows") {
  const TemporaryFolder folder;
  const std::string path = folder / "damaged.sqlite";
  Writer(path).Run(Fill(2000));
  const std::string whole = ReadFile(path);
  struct Case {
    const char* name;
    std::string bytes;
  };
  std::string zeroed = whole;
  std::fill(zeroed.begin() + static_cast<std::ptrdiff_t>(whole.size() / 2),
            zeroed.begin() + static_cast<std::ptrdiff_t>(whole.size() / 2 + 40'000), '\0');
  std::string schema_page = whole;
  std::fill(schema_page.begin() + 100, schema_page.begin() + 140, '\xff');
  const std::vector<Case> cases = {{"cut in half", whole.substr(0, whole.size() / 2)},
                                   {"cut to one page", whole.substr(0, 4096)},
                                   {"cut inside the first page", whole.substr(0, 600)},
                                   {"pages overwritten", zeroed},
                                   {"schema page overwritten", schema_page}};
  for (const Case& one : cases) {
    CAPTURE(one.name);
    WriteFile(path, one.bytes);
    const auto rows = Read(path);
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "query_unavailable");
  }
  WriteFile(path, whole);
  CHECK(Read(path)->size() == 2000);
}

TEST_CASE("damage that comes between two calls is a failure, too") {
  const TemporaryFolder folder;
  const std::string path = folder / "damaged.sqlite";
  Writer(path).Run(Fill(2000));
  const auto report = Report();
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, path);
  REQUIRE(Call(*source, report, {}, {}, Unhurried(*report)));
  fs::resize_file(path, 8192);
  const auto rows = Call(*source, report, {}, {}, Unhurried(*report));
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_unavailable");
}

TEST_CASE("text in another encoding sorts otherwise and is refused") {
  const SqliteKit kit("PRAGMA encoding='UTF-16le';" + Fill(1));
  const auto rows = Read(kit.location());
  REQUIRE_FALSE(rows);
  CHECK_THAT(rows.error().cause, Catch::Contains("text-encoding"));
}

TEST_CASE("waiting for a lock ends with the lock") {
  const SqliteKit kit(Fill(1));
  const auto report = Report();
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, kit.location());
  CallContext context = Unhurried(*report);
  context.budget.lock_wait = std::chrono::hours(1);
  context.deadline.at = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  auto writer = std::make_unique<Writer>(kit.location());
  writer->Run("BEGIN EXCLUSIVE");

  const auto late = Call(*source, report, {}, {}, context);
  REQUIRE_FALSE(late);
  CHECK(late.error().reason == "deadline_exceeded");

  writer->Run("ROLLBACK");
  CHECK(Call(*source, report, {}, {}, Unhurried(*report)));
}

TEST_CASE("a database with no declared table is not an empty answer") {
  const SqliteKit kit("CREATE TABLE other(a);");
  const auto rows = Read(kit.location());
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "schema_drift");
}

TEST_CASE("a declaration that never was right is no drift") {
  const SqliteKit kit(kSchema);
  const auto report = ReportBuilder(kSchema).Table("t", {"a"}).Query("SELECT b AS a FROM t ORDER BY a", {"a"}).Build();
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, kit.location());
  const auto rows = Call(*source, report, {}, {}, Unhurried(*report));
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_unavailable");
}

}  // namespace querygate::sqlite
