// Every storage class in every type of column, through the whole way from a database file to a body: what is
// delivered is what was stored, and everything else has its reason. The same for every shape that a row can be in.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/gateway/gateway.h"
#include "engine/load/arguments.h"
#include "engine/render/result_format.h"
#include "tests/cases.h"
#include "tests/documents/scenario.h"

namespace querygate {
namespace {

// What is stored, as SQL writes it. The names are used by the types below.
const std::vector<std::pair<std::string, std::string>>& Stored() {
  static const std::vector<std::pair<std::string, std::string>> stored = {
      {"null", "NULL"},
      {"nan", "1e400 - 1e400"},  // SQLite stores NULL
      {"zero", "0"},
      {"one", "1"},
      {"two", "2"},
      {"minus one", "-1"},
      {"2^53-1", "9007199254740991"},
      {"2^53", "9007199254740992"},
      {"2^53+1", "9007199254740993"},
      {"-2^53+1", "-9007199254740991"},
      {"-2^53", "-9007199254740992"},
      {"-2^53-1", "-9007199254740993"},
      {"2^63-1", "9223372036854775807"},
      {"-2^63", "-9223372036854775807 - 1"},
      {"2^63", "9223372036854775808"},  // SQLite stores a real
      {"0.5", "0.5"},
      {"1.0", "1.0"},
      {"1.25", "1.25"},
      {"1.255", "1.255"},
      {"0.0", "0.0"},
      {"-0.0", "-0.0"},
      {"infinity", "1e400"},
      {"-infinity", "-1e400"},
      {"''", "''"},
      {"'1'", "'1'"},
      {"' 1'", "' 1'"},
      {"'1.25'", "'1.25'"},
      {"'1.250'", "'1.250'"},
      {"'1,25'", "'1,25'"},
      {"'1e2'", "'1e2'"},
      {"'NaN'", "'NaN'"},
      {"'true'", "'true'"},
      {"'2026-01-31'", "'2026-01-31'"},
      {"'2026-02-30'", "'2026-02-30'"},
      {"iso8601_utc", "'2026-01-31T10:20:30Z'"},
      {"sql_utc", "'2026-01-31 10:20:30'"},
      {"with an offset", "'2026-01-31T10:20:30+01:00'"},
      {"80 letters", "replace(printf('%80s', ''), ' ', 'a')"},
      {"81 letters", "replace(printf('%81s', ''), ' ', 'a')"},
      {"80 of two bytes", "replace(printf('%80s', ''), ' ', char(233))"},
      {"40 combined", "replace(printf('%40s', ''), ' ', 'e' || char(769))"},
      {"41 combined", "replace(printf('%41s', ''), ' ', 'e' || char(769))"},
      {"embedded nul", "CAST(x'610062' AS TEXT)"},
      {"only nul", "CAST(x'00' AS TEXT)"},
      {"0xff", "CAST(x'61ff62' AS TEXT)"},
      {"surrogate", "CAST(x'eda080' AS TEXT)"},
      {"overlong", "CAST(x'c0af' AS TEXT)"},
      {"cut short", "CAST(x'61e282' AS TEXT)"},
      {"empty blob", "x''"},
      {"blob", "x'00ff'"},
      {"blob of a digit", "x'31'"},
      {"zeroblob", "zeroblob(3)"},
      {"101 byte blob", "zeroblob(101)"},
  };
  return stored;
}

// A column's declaration, what it delivers, and what is of its type and outside its range. Everything else
// is of another type; a null is missing.
struct Type {
  std::string_view name, declaration;
  std::map<std::string, std::string> delivered;
  std::vector<std::string> out_of_range;
};

std::string Quoted(const std::string& text) { return '"' + text + '"'; }

std::string Times(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const std::vector<Type>& Types() {
  static const std::map<std::string, std::string> small = {{"zero", "0"},
                                                           {"one", "1"},
                                                           {"two", "2"},
                                                           {"minus one", "-1"},
                                                           {"2^53-1", "9007199254740991"},
                                                           {"-2^53+1", "-9007199254740991"}};
  static const std::vector<Type> types = {
      {"number",
       "type: integer, min: -9007199254740991, max: 9007199254740991",
       small,
       {"2^53", "2^53+1", "-2^53", "-2^53-1", "2^63-1", "-2^63"}},
      {"wide",
       "type: integer",
       {{"zero", "\"0\""},
        {"one", "\"1\""},
        {"two", "\"2\""},
        {"minus one", "\"-1\""},
        {"2^53-1", "\"9007199254740991\""},
        {"2^53", "\"9007199254740992\""},
        {"2^53+1", "\"9007199254740993\""},
        {"-2^53+1", "\"-9007199254740991\""},
        {"-2^53", "\"-9007199254740992\""},
        {"-2^53-1", "\"-9007199254740993\""},
        {"2^63-1", "\"9223372036854775807\""},
        {"-2^63", "\"-9223372036854775808\""}},
       {}},
      {"text",
       "type: text, min_length: 1, max_length: 80",
       {{"'1'", Quoted("1")},
        {"' 1'", Quoted(" 1")},
        {"'1.25'", Quoted("1.25")},
        {"'1.250'", Quoted("1.250")},
        {"'1,25'", Quoted("1,25")},
        {"'1e2'", Quoted("1e2")},
        {"'NaN'", Quoted("NaN")},
        {"'true'", Quoted("true")},
        {"'2026-01-31'", Quoted("2026-01-31")},
        {"'2026-02-30'", Quoted("2026-02-30")},
        {"iso8601_utc", Quoted("2026-01-31T10:20:30Z")},
        {"sql_utc", Quoted("2026-01-31 10:20:30")},
        {"with an offset", Quoted("2026-01-31T10:20:30+01:00")},
        {"80 letters", Quoted(Times("a", 80))},
        {"80 of two bytes", Quoted(Times("\u00e9", 80))},
        {"40 combined", Quoted(Times("e\u0301", 40))}},
       {"''", "81 letters", "41 combined"}},
      {"real",
       "type: real",
       {{"0.5", "0.5"},
        {"1.0", "1.0"},
        {"1.25", "1.25"},
        {"1.255", "1.255"},
        {"0.0", "0.0"},
        {"-0.0", "0.0"},
        {"2^63", "9223372036854775808.0"}},
       {"infinity", "-infinity"}},
      {"decimal_text",
       "type: decimal, store: text, precision: 10, scale: 2",
       {{"'1'", Quoted("1.00")}, {"'1.25'", Quoted("1.25")}, {"'1.250'", Quoted("1.25")}},
       {}},
      {"decimal_scaled",
       "type: decimal, store: scaled_integer, precision: 10, scale: 2",
       {{"zero", Quoted("0.00")}, {"one", Quoted("0.01")}, {"two", Quoted("0.02")}, {"minus one", Quoted("-0.01")}},
       {"2^53-1", "2^53", "2^53+1", "-2^53+1", "-2^53", "-2^53-1", "2^63-1", "-2^63"}},
      {"decimal_real",
       "type: decimal, store: real, precision: 10, scale: 2",
       {{"zero", Quoted("0.00")},
        {"one", Quoted("1.00")},
        {"two", Quoted("2.00")},
        {"minus one", Quoted("-1.00")},
        {"0.5", Quoted("0.50")},
        {"1.0", Quoted("1.00")},
        {"1.25", Quoted("1.25")},
        {"0.0", Quoted("0.00")},
        {"-0.0", Quoted("0.00")}},
       {"1.255", "infinity", "-infinity", "2^63", "2^53-1", "2^53", "2^53+1", "-2^53+1", "-2^53", "-2^53-1", "2^63-1",
        "-2^63"}},
      {"boolean",
       "type: boolean",
       {{"zero", "false"}, {"one", "true"}},
       {"two", "minus one", "2^53-1", "2^53", "2^53+1", "-2^53+1", "-2^53", "-2^53-1", "2^63-1", "-2^63"}},
      {"date", "type: date", {{"'2026-01-31'", Quoted("2026-01-31")}}, {}},
      {"unix_s",
       "type: timestamp, store: unix_s",
       {{"zero", Quoted("1970-01-01T00:00:00Z")},
        {"one", Quoted("1970-01-01T00:00:01Z")},
        {"two", Quoted("1970-01-01T00:00:02Z")},
        {"minus one", Quoted("1969-12-31T23:59:59Z")}},
       {"2^53-1", "2^53", "2^53+1", "-2^53+1", "-2^53", "-2^53-1", "2^63-1", "-2^63"}},
      {"iso8601_utc", "type: timestamp, store: iso8601_utc", {{"iso8601_utc", Quoted("2026-01-31T10:20:30Z")}}, {}},
      {"sql_utc", "type: timestamp, store: sql_utc", {{"sql_utc", Quoted("2026-01-31T10:20:30Z")}}, {}},
      {"blob",
       "type: blob, max_length: 100",
       {{"empty blob", Quoted("")},
        {"blob", Quoted("AP8=")},
        {"blob of a digit", Quoted("MQ==")},
        {"zeroblob", Quoted("AAAA")}},
       {"101 byte blob"}},
  };
  return types;
}

// Ways to keep or to show the same value.
constexpr const char* kSchema =
    "CREATE TABLE plain(id INTEGER PRIMARY KEY, v);"
    "CREATE TABLE rowless(id INTEGER PRIMARY KEY, v) WITHOUT ROWID;"
    "CREATE TABLE strict_any(id INTEGER PRIMARY KEY, v ANY) STRICT;"
    "CREATE TABLE made(id INTEGER PRIMARY KEY, w, v AS (w) VIRTUAL);"
    "CREATE TABLE kept(id INTEGER PRIMARY KEY, w, v AS (w) STORED);"
    "CREATE VIEW seen AS SELECT id, v FROM plain;"
    "CREATE TABLE by_index(id INTEGER PRIMARY KEY, v); CREATE INDEX by_id ON by_index(id, v);";
struct Shape {
  std::string_view table, allow;
};
constexpr Shape kShapes[] = {
    {"plain", "plain: [id, v]"},     {"rowless", "rowless: [id, v]"}, {"strict_any", "strict_any: [id, v]"},
    {"made", "made: [id, v, w]"},    {"kept", "kept: [id, v, w]"},    {"seen", "seen: [id, v], plain: [id, v]"},
    {"by_index", "by_index: [id, v]"},
};

class Cells {
 public:
  Cells() {
    Write("querygate.yaml", "kind: Gateway\nsources: { cells: { path: cells.sqlite } }\n");
    Write("policies/sources/cells.sql", kSchema);
    Write("policies/limits/default.yaml", "kind: Limits\n");
    std::string exposed;
    for (const Shape& shape : kShapes) {
      const std::string_view own = shape.table == "seen" ? "seen: [id, v]" : shape.allow;
      exposed += "  " + std::string(own) + "\n";
      for (const Type& type : Types()) WriteReport(shape, type);
    }
    Write("policies/sources/cells.yaml", "kind: Source\nbackend: sqlite\nschema: cells.sql\nexpose:\n" + exposed);
    std::string sql = kSchema;
    int id = 0;
    for (const auto& [name, value] : Stored()) {
      ++id;
      for (const char* table : {"plain", "rowless", "strict_any", "by_index"}) {
        sql += "INSERT INTO " + std::string(table) + "(id, v) VALUES(" + std::to_string(id) + "," + value + ");";
      }
      for (const char* table : {"made", "kept"}) {
        sql += "INSERT INTO " + std::string(table) + "(id, w) VALUES(" + std::to_string(id) + "," + value + ");";
      }
    }
    scenario::WriteDatabase(folder_ / "cells.sqlite", sql);
  }

  Gateway Open() const {
    GatewayOptions options;
    options.config = folder_ / "querygate.yaml";
    auto gateway = Gateway::Open(std::move(options));
    if (!gateway) FAIL(gateway.error().message);
    return *std::move(gateway);
  }

 private:
  void Write(const std::string& path, const std::string& text) const {
    const std::filesystem::path whole = folder_ / path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole, std::ios::binary) << "apiVersion: querygate/v1\n" << text;
    if (path.ends_with(".sql")) std::ofstream(whole, std::ios::binary) << text;
  }
  void WriteReport(const Shape& shape, const Type& type) const {
    Write("reports/" + std::string(shape.table) + "/" + std::string(type.name) + ".yaml",
          "kind: Report\ntitle: Cell\ndescription: One stored value, judged by its declaration.\nowner: cells\n"
          "version: 1\nsource: cells\nparameters:\n  id: { type: integer }\nallow:\n  tables: { " +
              std::string(shape.allow) + " }\nqueries:\n  cell:\n    sql: SELECT v FROM " + std::string(shape.table) +
              " WHERE id = :id\n    rows: { exactly: 1, none: not_found, many: many_found }\n"
              "    columns: { v: { " +
              std::string(type.declaration) + " } }\nresult: { record: { cell: cell } }\n");
  }
  scenario::Folder folder_;
};

// The cell's JSON text, or the reason why there is none.
std::string Read(const Gateway& gateway, const std::string& report, std::size_t id) {
  auto arguments = ParseJsonArguments("{\"id\":" + std::to_string(id) + "}");
  REQUIRE(arguments);
  const auto outcome =
      gateway.Run({.report = report, .arguments = *std::move(arguments), .accepted = std::chrono::steady_clock::now()});
  REQUIRE(outcome);
  if (const auto* rejection = std::get_if<Rejection>(&outcome->body)) return rejection->reason;
  if (const auto* failure = std::get_if<Failure>(&outcome->body)) return failure->reason + ": " + failure->cause;
  static constexpr std::string_view kBefore = R"({"status":"ok","complete":true,"cell":{"v":)";
  static constexpr std::string_view kAfter = "}}";
  const std::string& text = std::get<Delivery>(outcome->body).text;
  REQUIRE(text.starts_with(kBefore));
  REQUIRE(text.ends_with(kAfter));
  return text.substr(kBefore.size(), text.size() - kBefore.size() - kAfter.size());
}

std::string AnswerFor(const Type& type, const std::string& stored) {
  if (stored == "null" || stored == "nan") return "missing_v";
  const auto found = type.delivered.find(stored);
  if (found != type.delivered.end()) return found->second;
  for (const std::string& one : type.out_of_range) {
    if (one == stored) return "invalid_v_range";
  }
  return "invalid_v_type";
}

}  // namespace

TEST_CASE("what is delivered is what was stored, and everything else has its reason") {
  const Cells cells;
  const Gateway gateway = cells.Open();
  testing::CaseCount count("stored values, each in each type and shape");
  for (const Shape& shape : kShapes) {
    for (const Type& type : Types()) {
      for (std::size_t i = 0; i < Stored().size(); ++i) {
        const std::string& stored = Stored()[i].first;
        INFO(shape.table << ", " << type.name << ", " << stored);
        const std::string answer = Read(gateway, std::string(shape.table) + "/" + std::string(type.name), i + 1);
        CHECK(answer == AnswerFor(type, stored));
        count.Add(answer == AnswerFor(type, stored));
      }
    }
  }
}

}  // namespace querygate
