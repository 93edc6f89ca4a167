// The second founding document: one read-only statement over files that the host chose. Its claims one by one, over a
// package.json, where the statement is a declaration's and not an agent's.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/arguments.h"
#include "engine/render/result_format.h"
#include "tests/cases.h"
#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

using testing::CaseCount;

std::string Findings(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += FormatDiagnostic(diagnostic);
  return text;
}

// The shipped source over a package.json, with a report of one statement.
class Package {
 public:
  Package() {
    for (const char* file : {"policies/sources/packages.yaml", "policies/limits/founding.yaml",
                             "policies/limits/default.yaml", "reports/packages/package_info.yaml"}) {
      Write(file, RepositoryFile(file));
    }
    Write("querygate.yaml",
          "apiVersion: querygate/v1\nkind: Gateway\nsources:\n  packages: { path: package.json }\n");
    Write("package.json", R"({"name":"sqrail-site","version":"0.3.4","private":true,"scripts":{"x":"echo secret-note"}})");
  }

  void Write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = folder_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  std::string Path(const std::string& name) const { return folder_ / name; }

  // A report test/own of one statement, whose result has these columns.
  void WriteReport(const std::string& sql, const std::string& columns = "x: { type: text, nullable: true }",
                   const std::string& functions = {}) const {
    std::string block = sql;
    for (std::size_t at = block.find('\n'); at != std::string::npos; at = block.find('\n', at + 1)) {
      block.insert(at + 1, "      ");
    }
    Write("reports/test/own.yaml",
          "apiVersion: querygate/v1\nkind: Report\ntitle: Own\ndescription: Of one test.\nowner: tests\nversion: 1\n"
          "source: packages\nlimits: founding\nallow: { tables: { package: [name, version] }, functions: [" +
              functions + "] }\nqueries:\n  all:\n    sql: |\n      " + block +
              "\n    rows: { max: 10, over: reject }\n    columns: { " + columns + " }\nresult: { rows: all }\n");
  }

  std::string Lint() const {
    auto summary = Open().Lint({folder_ / "reports/test/own.yaml"});
    REQUIRE(summary.has_value());
    std::string errors;
    for (const Diagnostic& diagnostic : summary->findings) {
      if (diagnostic.severity == Severity::kError) errors += FormatDiagnostic(diagnostic);
    }
    return errors;
  }

  struct Heard {
    std::string body, cause;
  };
  Heard Run(const std::string& report, std::string_view format = "jsonl") const {
    CallRequest request;
    request.report = report;
    request.accepted = std::chrono::steady_clock::now();
    request.presentation.format = FindResultFormat(format);
    const auto answer = Open().Run(request);
    if (!answer) return {"unusable", Findings(std::get<Unusable>(answer.error()).diagnostics)};
    if (const auto* delivery = std::get_if<Delivery>(&answer->body)) return {delivery->text, {}};
    if (const auto* rejection = std::get_if<Rejection>(&answer->body)) return {rejection->reason, {}};
    const auto& failure = std::get<Failure>(answer->body);
    return {failure.reason, failure.cause};
  }

 private:
  Gateway Open() const {
    GatewayOptions options;
    options.config = folder_ / "querygate.yaml";
    auto gateway = Gateway::Open(std::move(options));
    if (!gateway) FAIL(gateway.error().message + Findings(gateway.error().diagnostics));
    return *std::move(gateway);
  }

  Folder folder_;
};

TEST_CASE("name and version of a package, and nothing else of the file", "[documents]") {
  const Package package;
  CHECK(package.Run("packages/package_info").body == R"({"name":"sqrail-site","version":"0.3.4"})" "\n");
}

// What lint says of one statement, and what a call says where lint was skipped: neither runs it.
void CheckRefused(const char* sql, CaseCount& count) {
  const Package package;
  package.WriteReport(sql);
  const std::string errors = package.Lint();
  const Package::Heard heard = package.Run("test/own");
  INFO(sql << "\n" << errors << heard.body << ": " << heard.cause);
  const bool refused = heard.body == "query_unavailable" || heard.body == "unusable";
  CHECK(count.Add(!errors.empty() && refused));
  CHECK(heard.cause.find("secret-note") == std::string::npos);
}

TEST_CASE("the same file by its path, inside SQL, is denied", "[documents]") {
  CaseCount count("second document: files by path");
  for (const char* sql : {
           "SELECT x FROM read_json_auto('package.json')",
           "SELECT readfile('package.json') AS x",
           "SELECT * FROM 'package.json'",
           "SELECT x FROM \"package.json\"",
           "SELECT value AS x FROM json_each(readfile('package.json'))",
           "SELECT line AS x FROM fsdir('.')",
           "SELECT name AS x FROM pragma_database_list",
           "SELECT sql AS x FROM sqlite_master",
           "SELECT scripts AS x FROM package",
           "SELECT private AS x FROM package",
           "SELECT rowid AS x FROM package",
           "SELECT * FROM temp.package",
       }) {
    CheckRefused(sql, count);
  }
}

TEST_CASE("two statements are refused", "[documents]") {
  CaseCount count("second document: two statements");
  for (const char* sql : {"SELECT 'a' AS x; SELECT 'b' AS x", "SELECT 'a' AS x;;SELECT 'b'",
                          "SELECT 'a' AS x; -- and\nDROP TABLE package", "SELECT 'a' AS x; COMMIT"}) {
    CheckRefused(sql, count);
  }
}

TEST_CASE("SELECT, VALUES and WITH are accepted", "[documents]") {
  const Package package;
  package.WriteReport("SELECT name AS x FROM package ORDER BY name");
  CHECK(package.Run("test/own").body == "{\"x\":\"sqrail-site\"}\n");
  package.WriteReport("WITH p AS (SELECT name AS x FROM package) SELECT x FROM p ORDER BY x");
  CHECK(package.Run("test/own").body == "{\"x\":\"sqrail-site\"}\n");
  package.WriteReport("SELECT column1 AS x FROM (VALUES ('a'), ('b')) ORDER BY column1");
  CHECK(package.Run("test/own").body == "{\"x\":\"a\"}\n{\"x\":\"b\"}\n");
}

TEST_CASE("DDL is refused", "[documents]") {
  CaseCount count("second document: DDL");
  for (const char* sql : {"CREATE TABLE x (x)", "CREATE TEMP TABLE x AS SELECT 1 AS x", "CREATE VIEW x AS SELECT 1 AS x",
                          "DROP TABLE package", "ALTER TABLE package ADD COLUMN x", "CREATE INDEX x ON package (name)",
                          "CREATE VIRTUAL TABLE x USING fts5(x)", "REINDEX", "VACUUM", "VACUUM INTO 'x'", "ANALYZE"}) {
    CheckRefused(sql, count);
  }
}

TEST_CASE("DML is refused", "[documents]") {
  CaseCount count("second document: DML");
  for (const char* sql : {"INSERT INTO package VALUES ('a', 'b')", "UPDATE package SET name = 'a'",
                          "DELETE FROM package", "REPLACE INTO package VALUES ('a', 'b')",
                          "INSERT INTO package VALUES ('a', 'b') RETURNING name AS x",
                          "WITH x AS (SELECT 1) DELETE FROM package"}) {
    CheckRefused(sql, count);
  }
}

TEST_CASE("COPY is refused", "[documents]") {
  CaseCount count("second document: COPY");
  CheckRefused("COPY package TO 'x.csv'", count);
  CheckRefused("COPY (SELECT name FROM package) TO 'x.csv'", count);
}

TEST_CASE("ATTACH is refused", "[documents]") {
  CaseCount count("second document: ATTACH");
  CheckRefused("ATTACH 'x.sqlite' AS x", count);
  CheckRefused("ATTACH ':memory:' AS x", count);
  CheckRefused("DETACH main", count);
}

TEST_CASE("INSTALL is refused", "[documents]") {
  CaseCount count("second document: INSTALL");
  CheckRefused("INSTALL httpfs", count);
}

TEST_CASE("LOAD is refused", "[documents]") {
  CaseCount count("second document: LOAD");
  CheckRefused("LOAD httpfs", count);
  CheckRefused("SELECT load_extension('never-loaded') AS x", count);
}

TEST_CASE("PRAGMA is refused, as a statement and as a table", "[documents]") {
  CaseCount count("second document: PRAGMA");
  for (const char* sql : {"PRAGMA version", "PRAGMA database_list", "PRAGMA query_only = OFF",
                          "PRAGMA table_info(package)", "SELECT name AS x FROM pragma_table_info('package')"}) {
    CheckRefused(sql, count);
  }
}

TEST_CASE("SET is refused", "[documents]") {
  CaseCount count("second document: SET");
  CheckRefused("SET memory_limit = '1GB'", count);
  CheckRefused("RESET memory_limit", count);
}

TEST_CASE("what is no query is refused", "[documents]") {
  CaseCount count("second document: other statements");
  for (const char* sql : {"EXPLAIN SELECT name FROM package", "EXPLAIN QUERY PLAN SELECT name FROM package", "BEGIN",
                          "COMMIT", "SAVEPOINT x", "SHOW TABLES", "DESCRIBE package", "CALL x()", ";", "-- nothing"}) {
    CheckRefused(sql, count);
  }
}

TEST_CASE("comments and prefixes neither hide a statement nor make one", "[documents]") {
  CaseCount count("second document: comments and prefixes");
  for (const char* sql : {"/* SELECT */ DELETE FROM package", "-- SELECT\nDELETE FROM package",
                          "/**/PRAGMA database_list", "SELECT 1 AS x /* ; */; DROP TABLE package",
                          "WITH x AS (SELECT 1) INSERT INTO package SELECT 'a', 'b'"}) {
    CheckRefused(sql, count);
  }
  const Package package;
  for (const char* sql : {"/* DROP TABLE package */ SELECT name AS x FROM package ORDER BY name",
                          "-- DELETE;\nSELECT name AS x FROM package ORDER BY name",
                          "SELECT name AS x /* ; PRAGMA */ FROM package ORDER BY name;"}) {
    INFO(sql);
    package.WriteReport(sql);
    CHECK(count.Add(package.Run("test/own").body == "{\"x\":\"sqrail-site\"}\n"));
  }
}

TEST_CASE("a missing, empty or unfit file is a failure and never an empty result", "[documents]") {
  const Package package;
  package.Write("package.json", "{}");
  CHECK(package.Run("packages/package_info").body == "missing_name");
  package.Write("package.json", "");
  CHECK(package.Run("packages/package_info").body == "invalid_input");
  package.Write("package.json", R"({"name":"a","version":1})");
  const Package::Heard unfit = package.Run("packages/package_info");
  CHECK(unfit.body == "invalid_input");
  CHECK(unfit.cause.find("package.json, line 1: column version is a number") != std::string::npos);
  package.Write("package.json", R"([{"name":"a","version":"1"},{"name":"b","version":"2"}])");
  CHECK(package.Run("packages/package_info").body == "input_rows_limit");
  std::filesystem::remove(package.Path("package.json"));
  CHECK(package.Run("packages/package_info").body == "query_unavailable");
}

}  // namespace
}  // namespace querygate::scenario
