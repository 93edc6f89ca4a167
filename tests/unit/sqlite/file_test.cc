#include <filesystem>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/backend/registry.h"
#include "engine/backend/sqlite/file_identity.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::sqlite {
namespace {

using testing::Call;
using testing::ReadFile;
using testing::ReportBuilder;
using testing::Rows;
using testing::SqliteKit;
using testing::TemporaryFolder;
using testing::Unhurried;
using testing::WriteFile;
using testing::Writer;

constexpr const char* kSchema = "CREATE TABLE t(a);";

std::shared_ptr<const CompiledReport> Report() {
  return ReportBuilder(kSchema).Table("t", {"a"}).Query("SELECT a FROM t ORDER BY a", {"a"}).Build();
}

void MakeDatabase(const std::string& path, int value) {
  Writer(path).Run(std::string(kSchema) + "INSERT INTO t VALUES (" + std::to_string(value) + ");");
}

Expected<Rows, Failure> Read(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report) {
  return Call(source, report, {}, {}, Unhurried(*report));
}

Rows One(int value) { return {{Value::Integer(value)}}; }

}  // namespace

TEST_CASE("only a regular file with a database in it is opened") {
  struct Case {
    std::string name;
    void (*make)(const std::string& path);
    const char* cause;
  };
  const auto one = GENERATE(values<Case>({
      {"missing", [](const std::string&) {}, "No such file"},
      {"fifo", [](const std::string& path) { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); }, "is a FIFO"},
      {"folder", [](const std::string& path) { REQUIRE(::mkdir(path.c_str(), 0700) == 0); }, "is a directory"},
      {"device", [](const std::string& path) { REQUIRE(::symlink("/dev/zero", path.c_str()) == 0); },
       "is a symbolic link"},
      {"empty", [](const std::string& path) { WriteFile(path, ""); }, "0 bytes are too few"},
      {"short", [](const std::string& path) { WriteFile(path, std::string(511, 'x')); }, "511 bytes are too few"},
      {"text", [](const std::string& path) { WriteFile(path, std::string(512, 'x')); }, "no database header"},
      {"almost", [](const std::string& path) { WriteFile(path, "SQLite format 2" + std::string(600, '\0')); },
       "no database header"},
      {"link",
       [](const std::string& path) {
         MakeDatabase(path + ".real", 1);
         REQUIRE(::symlink((path + ".real").c_str(), path.c_str()) == 0);
       },
       "is a symbolic link"},
  }));
  CAPTURE(one.name);
  const TemporaryFolder folder;
  const std::string path = folder / one.name;
  one.make(path);
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, path);

  const auto rows = Read(*source, Report());

  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "query_unavailable");
  CHECK_THAT(rows.error().cause, Catch::Contains(one.cause));
  if (one.name == "missing") CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("paths that are no file's name") {
  for (const std::string& path :
       {std::string(), std::string("/"), std::string("/tmp/"), std::string("/tmp/.."), std::string("/dev/null"),
        std::string("/no/such/folder/x"), std::string("/tmp/a\0b", 8)}) {
    CAPTURE(path);
    const auto file = LocateDatabase(path);
    REQUIRE_FALSE(file);
    CHECK(file.error().reason == "query_unavailable");
  }
}

TEST_CASE("a name is a name, whatever it looks like") {
  const TemporaryFolder folder;
  const auto backend = MakeBackend("sqlite");
  for (const std::string name : {"file:x?mode=memory", "a%00b", "x?immutable=1", ":memory:", "spaced name"}) {
    CAPTURE(name);
    MakeDatabase("./" + std::filesystem::relative(folder / name).string(), 7);
    const auto source = backend->Attach(nullptr, folder / name);
    const auto rows = Read(*source, Report());
    REQUIRE(rows);
    CHECK(*rows == One(7));
  }
}

TEST_CASE("a file replaced between calls is opened anew") {
  const TemporaryFolder folder;
  const std::string path = folder / "current.sqlite";
  MakeDatabase(path, 1);
  MakeDatabase(folder / "next.sqlite", 2);
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, path);
  const auto report = Report();
  REQUIRE(*Read(*source, report) == One(1));

  SECTION("by another database") {
    std::filesystem::rename(folder / "next.sqlite", path);
    const auto rows = Read(*source, report);
    REQUIRE(rows);
    CHECK(*rows == One(2));
  }
  SECTION("by a link to one") {
    std::filesystem::remove(path);
    std::filesystem::create_symlink(folder / "next.sqlite", path);
    CHECK_FALSE(Read(*source, report));
  }
  SECTION("by nothing") {
    std::filesystem::remove(path);
    const auto rows = Read(*source, report);
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "query_unavailable");
    CHECK_FALSE(std::filesystem::exists(path));
  }
}

TEST_CASE("a folder may be a link, and is followed to where it points now") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "one");
  std::filesystem::create_directory(folder / "two");
  MakeDatabase(folder / "one/x.sqlite", 1);
  MakeDatabase(folder / "two/x.sqlite", 2);
  std::filesystem::create_directory_symlink(folder / "one", folder / "release");
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, folder / "release/x.sqlite");
  const auto report = Report();
  REQUIRE(*Read(*source, report) == One(1));

  std::filesystem::create_directory_symlink(folder / "two", folder / "release.new");
  std::filesystem::rename(folder / "release.new", folder / "release");

  const auto rows = Read(*source, report);
  REQUIRE(rows);
  CHECK(*rows == One(2));
}

TEST_CASE("a file copied over in place with another schema under the same version is noticed") {
  const TemporaryFolder folder;
  const std::string path = folder / "copied.sqlite";
  Writer(path).Run("CREATE TABLE t(a, secret); INSERT INTO t VALUES ('a1', 's1');");
  {
    Writer other(folder / "other.sqlite");
    other.Run("CREATE TABLE t(secret, a); INSERT INTO t VALUES ('s2', 'a2');");
    other.Run("UPDATE t SET a = 'a3';");
  }
  const auto backend = MakeBackend("sqlite");
  const auto source = backend->Attach(nullptr, path);
  const auto report = Report();
  REQUIRE(*Read(*source, report) == Rows{{Value::Text("a1")}});

  WriteFile(path, ReadFile(folder / "other.sqlite"));

  const auto rows = Read(*source, report);
  REQUIRE(rows);
  CHECK(*rows == Rows{{Value::Text("a3")}});
}

}  // namespace querygate::sqlite
