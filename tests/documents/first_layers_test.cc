// Which layer denies what: the eight denials of the first document, tried against each layer with all others taken
// away. The table that comes out is the one in docs/document-checks.md.
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/program_check.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/backend/sqlite/text_rules.h"
#include "tests/documents/first_native.h"
#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

constexpr std::string_view kBegin = "<!-- layers: compared by tests/documents -->\n";
constexpr std::string_view kEnd = "<!-- end of layers -->";

struct Attempt {
  const char* name;
  const char* sql;
};
constexpr Attempt kAttempts[] = {
    {"private column", "SELECT private_note AS x FROM parcels LIMIT 1"},
    {"hidden table", "SELECT label AS x FROM hidden"},
    {"write", "UPDATE parcels SET units = 0"},
    {"`PRAGMA`", "PRAGMA query_only=OFF"},
    {"`ATTACH`", "ATTACH DATABASE ':memory:' AS extra"},
    {"`load_extension`", "SELECT load_extension('never-loaded') AS x"},
    {"`random()`", "SELECT random() AS x"},
    {"temporary table", "CREATE TEMP TABLE scratch(x)"},
};

// The report that lists parcels.zone, units, state and the functions count and sum.
CompiledReport Report(const char* sql) {
  CompiledReport report;
  report.id = "test/query";
  report.allowlist.AllowTable("parcels", {});
  for (const char* column : {"zone", "units", "state"}) report.allowlist.AllowColumn("parcels", column, {});
  for (const char* function : {"count", "sum"}) report.allowlist.AllowFunction(function, {});
  auto source = std::make_shared<CompiledSource>();
  source->ceiling = report.allowlist;
  report.source = std::move(source);
  CompiledQuery query;
  query.name = "rows";
  query.columns.resize(1);
  query.columns[0].name = "x";
  query.statements.resize(1);
  query.statements[0].sql = sql;
  report.queries.push_back(std::move(query));
  return report;
}

// A writable connection on which even extensions may be loaded from SQL: nothing is guarded.
struct Open {
  Folder folder;
  NativeConnection connection;
  explicit Open(bool read_only = false) {
    MakeSource(folder / "logistics.sqlite", "logistics", true);
    connection = OpenNative(folder / "logistics.sqlite", read_only);
    REQUIRE(sqlite3_enable_load_extension(raw(), 1) == SQLITE_OK);
  }
  sqlite3* raw() const { return connection.get(); }
};

void Configure(sqlite3* connection, int option, int value) {
  int now = -1;
  REQUIRE(sqlite3_db_config(connection, option, value, &now) == SQLITE_OK);
  REQUIRE(now == value);
}

// What the database says; empty when it did as it was told. A library that is not there was looked for.
std::string Said(sqlite3* connection, const char* sql) {
  const NativeAnswer answer = RunNative(connection, sql);
  if (answer.message.find("never-loaded") != std::string::npos) return {};
  return answer.message;
}

std::string Words(const std::vector<Violation>& violations) {
  std::string words;
  for (const Violation& violation : violations) words += violation.rule + " ";
  return words;
}

// The schema as the gate reads it. The authorizer goes with the connection.
sqlite::Schema ReadDemoSchema() {
  sqlite::Authorizer authorizer;
  const Open open;
  REQUIRE(authorizer.Install(open.raw()) == SQLITE_OK);
  auto schema = sqlite::ReadSchema(open.raw(), authorizer);
  REQUIRE(schema.has_value());
  return *std::move(schema);
}

struct Layer {
  const char* name;
  const char* word;  // in what each denial says
  std::string (*denial)(const char* sql);
};

const Layer kLayers[] = {
    {"file read-only", "readonly database", [](const char* sql) { return Said(Open(true).raw(), sql); }},
    {"`query_only`", "readonly database",
     [](const char* sql) {
       const Open open;
       REQUIRE(Said(open.raw(), "PRAGMA query_only=1").empty());
       return Said(open.raw(), sql);
     }},
    {"nothing attached", "too many attached databases",
     [](const char* sql) {
       const Open open;
       sqlite3_limit(open.raw(), SQLITE_LIMIT_ATTACHED, 0);
       return Said(open.raw(), sql);
     }},
    {"no extensions", "not authorized",
     [](const char* sql) {
       const Open open;
       REQUIRE(sqlite3_enable_load_extension(open.raw(), 0) == SQLITE_OK);
       return Said(open.raw(), sql);
     }},
    {"defensive, distrusted schema", "-",
     [](const char* sql) {
       const Open open;
       Configure(open.raw(), SQLITE_DBCONFIG_DEFENSIVE, 1);
       Configure(open.raw(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
       return Said(open.raw(), sql);
     }},
    {"authorizer", "",
     [](const char* sql) {
       sqlite::Authorizer authorizer;
       const Open open;
       REQUIRE(authorizer.Install(open.raw()) == SQLITE_OK);
       const CompiledReport report = Report(sql);
       const AccessPolicy policy{.allowlist = &report.allowlist};
       const sqlite::ActiveMode mode(authorizer, policy);
       const std::string said = Said(open.raw(), sql);
       // What SQLite says must be the authorizer's doing.
       CHECK(said.empty() == authorizer.denials().empty());
       return said;
     }},
    {"text rules", "",
     [](const char* sql) {
       const CompiledReport report = Report(sql);
       const CompiledQuery& query = report.queries.front();
       return Words(sqlite::CheckText(report, query, query.statements.front(), ReadDemoSchema()));
     }},
    {"compiled program", "",
     [](const char* sql) {
       const Open open;
       const auto program = sqlite::ListProgram(open.raw(), sql);
       REQUIRE(program.has_value());
       const CompiledReport report = Report(sql);
       return Words(sqlite::JudgeProgram(*program, AccessPolicy{.allowlist = &report.allowlist}, ReadDemoSchema()));
     }},
};

std::string Table() {
  std::string head = "| attempt |", rule = "| --- |", body;
  for (const Layer& layer : kLayers) {
    head += " " + std::string(layer.name) + " |";
    rule += " --- |";
  }
  for (const Attempt& attempt : kAttempts) {
    body += "| " + std::string(attempt.name) + " |";
    for (const Layer& layer : kLayers) {
      INFO(attempt.name << " against " << layer.name);
      const std::string denial = layer.denial(attempt.sql);
      if (!denial.empty()) CHECK_THAT(denial, Catch::Contains(layer.word));
      if (std::getenv("QUERYGATE_SHOW_LAYERS") != nullptr) {
        std::cout << attempt.name << " / " << layer.name << ": " << denial << "\n";
      }
      body += denial.empty() ? " |" : " denied |";
    }
    body += "\n";
  }
  return head + "\n" + rule + "\n" + body;
}

}  // namespace

TEST_CASE("each of the eight denials is denied by more than one layer, as the table says") {
  const std::string page = RepositoryFile("docs/document-checks.md");
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::size_t from = begin + kBegin.size();
  CHECK(page.substr(from, end - from) == Table());
}

TEST_CASE("what a report lists passes every layer") {
  for (const Layer& layer : kLayers) {
    INFO(layer.name);
    CHECK(layer.denial("SELECT zone AS x FROM parcels ORDER BY zone") == "");
  }
}

}  // namespace querygate::scenario
