// What the program check lets pass must not depend on what is not listed: two databases that differ only there
// give the same rows. And what an honest author would list is enough.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/program_check.h"
#include "tests/adversarial/guarded_database.h"
#include "tests/adversarial/statement_generator.h"

namespace querygate::sqlite::test {
namespace {

using Listing = std::map<std::string, std::set<std::string>>;

bool Lists(const Listing& listing, const std::string& table, const std::string& column) {
  const auto found = listing.find(table);
  return found != listing.end() && found->second.contains(column);
}

bool IsUnique(const std::string& table, const std::string& column) {
  return column == "id" || (table == "u" && column == "k") || (table == "keyed" && column == "j");
}

bool IsGenerated(const std::string& table, const std::string& column) {
  return table == "gen" && (column == "g" || column == "s");
}

std::string SmallValue(StatementGenerator& random, bool nullable) {
  return nullable && random.OneIn(7) ? "NULL" : std::to_string(random.Pick(5));
}

// Fills both databases alike where `listing` can see it, and differently elsewhere: other values, other rowids,
// other numbers of rows.
void Fill(GuardedDatabase& left, GuardedDatabase& right, const Listing& listing, StatementGenerator& random) {
  for (const GeneratedTable& table : GeneratedTables()) {
    left.ExecuteUnguarded("DELETE FROM " + table.name);
    right.ExecuteUnguarded("DELETE FROM " + table.name);
    const bool has_hidden_rowid = table.name == "bare" || table.name == "hid";
    const std::size_t rows = 4 + random.Pick(5);
    for (std::size_t row = 0; row < rows; ++row) {
      std::string names, left_values, right_values;
      const auto add = [&](const std::string& name, const std::string& first, const std::string& second) {
        const std::string comma = names.empty() ? "" : ", ";
        names += comma + name;
        left_values += comma + first;
        right_values += comma + second;
      };
      for (const std::string& column : table.columns) {
        if (IsGenerated(table.name, column)) continue;
        const bool unique = IsUnique(table.name, column);
        const bool nullable = !(table.name == "keyed" && column == "k");
        const std::string value = unique ? std::to_string(row) : SmallValue(random, nullable);
        const std::string other = unique ? std::to_string(row * 2 + random.Pick(2) + 1) : SmallValue(random, nullable);
        add(column, value, Lists(listing, table.name, column) ? value : other);
      }
      if (has_hidden_rowid) {
        const std::string value = std::to_string(row + 1);
        add("rowid", value, Lists(listing, table.name, "rowid") ? value : std::to_string(100 - row * 3));
      }
      const std::string insert = "INSERT INTO " + table.name + "(" + names + ") VALUES (";
      left.ExecuteUnguarded(insert + left_values + ")");
      const bool absent = !listing.contains(table.name) && random.OneIn(2);
      if (!absent) right.ExecuteUnguarded(insert + right_values + ")");
    }
  }
}

Listing PickListing(StatementGenerator& random) {
  Listing listing;
  for (const GeneratedTable& table : GeneratedTables()) {
    if (random.OneIn(5)) continue;
    auto& columns = listing[table.name];
    for (const std::string& column : table.columns) {
      if (!random.OneIn(3)) columns.insert(column);
    }
    if (random.OneIn(3)) columns.insert("rowid");
  }
  return listing;
}

CompiledReport ReportOf(const Listing& listing) {
  Declared declared{.functions = {"abs", "count", "max", "min", "sum"}};
  for (const auto& [table, columns] : listing) declared.tables.push_back({table, {columns.begin(), columns.end()}});
  return MakeReport(declared, "");
}

std::string Alarms(GuardedDatabase& database, const std::string& sql, const CompiledReport& report) {
  const auto program = database.ListUnguarded(sql);
  return program ? Describe(JudgeProgram(*program, {.allowlist = &report.allowlist}, database.schema())) : "no program";
}

bool IsClean(GuardedDatabase& database, const std::string& sql, const CompiledReport& report) {
  return Alarms(database, sql, report).empty();
}

bool UsesMergedColumns(const std::string& sql) {
  for (const char* word : {"USING", "NATURAL", "vj", "vn"}) {
    if (sql.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("rows do not depend on what the program check was not shown", "[noninterference]") {
  StatementGenerator random(20240817);
  GuardedDatabase left(GeneratedSchema()), right(GeneratedSchema());
  int compared = 0, refused = 0, with_rows = 0;
  for (int round = 0; round < 150; ++round) {
    const Listing listing = PickListing(random);
    const CompiledReport report = ReportOf(listing);
    Fill(left, right, listing, random);
    for (int i = 0; i < 8; ++i) {
      const std::string sql = random.Statement();
      if (left.ProbeColumns(sql).empty()) continue;  // does not compile
      if (!IsClean(left, sql, report) || !IsClean(right, sql, report)) {
        ++refused;
        continue;
      }
      const auto rows = left.RowsUnguarded(sql);
      INFO(sql);
      CHECK(rows == right.RowsUnguarded(sql));
      ++compared;
      with_rows += !rows.empty();
    }
  }
  // The comparison must not have become empty.
  CHECK(compared > 150);
  CHECK(with_rows > 80);
  CHECK(refused > 300);
}

TEST_CASE("the least honest declaration covers a generated statement", "[noninterference]") {
  StatementGenerator random(7);
  GuardedDatabase database(GeneratedSchema());
  int judged = 0, alarms = 0;
  for (int i = 0; i < 900; ++i) {
    const std::string sql = random.Statement();
    // Merged columns are not reported, so that nobody could list them.
    if (UsesMergedColumns(sql) || database.ProbeColumns(sql).empty()) continue;
    Declared declared = database.Declare(sql);
    for (Declared::Table& table : declared.tables) {
      const bool generated = std::any_of(table.columns.begin(), table.columns.end(),
                                         [&](const std::string& column) { return IsGenerated(table.name, column); });
      if (generated) table.columns.emplace_back("p");
    }
    const CompiledReport report = MakeReport(declared, sql);
    const std::string alarm = Alarms(database, sql, report);
    if (!alarm.empty()) UNSCOPED_INFO(sql << "\n" << alarm);
    alarms += alarm.empty() ? 0 : 1;
    ++judged;
  }
  CHECK(judged > 200);
  // Ways through nested coroutines are overestimated, so that an honest statement may be refused; hardly any is.
  CHECK(alarms * 200 <= judged);
}

}  // namespace querygate::sqlite::test
