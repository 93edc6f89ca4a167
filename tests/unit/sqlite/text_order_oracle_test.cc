// The total order analysis against the database itself: whatever it accepts must give the same rows in the
// same order from databases that hold the same data but other indexes, other insertion orders, and SQLite's
// own switch that turns unordered scans round.
#include <array>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/text_rules.h"
#include "text_fixture.h"

namespace querygate::sqlite {
namespace {

const std::string kDdl = R"(
  CREATE TABLE t1(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, n TEXT COLLATE NOCASE);
  CREATE TABLE t2(k TEXT NOT NULL UNIQUE, t1_id INTEGER, c INTEGER);
  CREATE TABLE t3(x INTEGER NOT NULL, y INTEGER NOT NULL, z TEXT, PRIMARY KEY(x, y)) WITHOUT ROWID;
  CREATE TABLE t4(u TEXT UNIQUE, v INTEGER, w TEXT NOT NULL COLLATE NOCASE UNIQUE);
  CREATE VIEW v1 AS SELECT id, a FROM t1;
  CREATE VIEW v2(c, m) AS SELECT c, count(*) FROM t2 GROUP BY c;
)";

const std::string kIndexes = R"(
  CREATE INDEX i1 ON t1(a, b DESC); CREATE INDEX i2 ON t1(b COLLATE NOCASE, a); CREATE INDEX i3 ON t1(n DESC);
  CREATE INDEX i4 ON t2(t1_id, c DESC); CREATE INDEX i5 ON t2(c DESC, k DESC); CREATE INDEX i6 ON t3(z, x DESC);
  CREATE INDEX i7 ON t3(y DESC, z); CREATE INDEX i8 ON t4(v DESC, w); CREATE INDEX i9 ON t4(w COLLATE BINARY DESC);
)";

const Tables kTables{{"t1", {"id", "a", "b", "n"}}, {"t2", {"k", "t1_id", "c"}}, {"t3", {"x", "y", "z"}},
                     {"t4", {"u", "v", "w"}},       {"v1", {"id", "a"}},         {"v2", {"c", "m"}}};

using Connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;

Connection Open(const std::vector<std::string>& script) {
  sqlite3* raw = nullptr;
  sqlite3_open(":memory:", &raw);
  Connection connection(raw, &sqlite3_close);
  for (const std::string& sql : script) {
    if (sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sqlite3_errmsg(raw));
    }
  }
  return connection;
}

// The rows as one text; "error: …" when it does not compile or run.
std::string Run(sqlite3* connection, const std::string& sql) {
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v2(connection, sql.c_str(), -1, &raw, nullptr);
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw, &sqlite3_finalize);
  if (code != SQLITE_OK) return "error: " + std::string(sqlite3_errmsg(connection));
  std::string rows;
  int stepped = SQLITE_ROW;
  while ((stepped = sqlite3_step(raw)) == SQLITE_ROW) {
    for (int i = 0; i < sqlite3_column_count(raw); ++i) {
      const unsigned char* text = sqlite3_column_text(raw, i);
      rows += text == nullptr ? "NULL" : reinterpret_cast<const char*>(text);
      rows += '|';
    }
    rows += '\n';
  }
  return stepped == SQLITE_DONE ? rows : "error: " + std::string(sqlite3_errmsg(connection));
}

// Random data in small domains, so that ties and NULLs are everywhere.
std::vector<std::string> Rows(std::mt19937& random) {
  const std::array<const char*, 7> texts{"NULL", "'a'", "'A'", "'b'", "'1'", "'1.0'", "'B'"};
  const auto text = [&](bool null) { return std::string(texts[(null ? 0 : 1) + random() % (null ? 7 : 6)]); };
  const auto number = [&](bool null) {
    const auto value = random() % (null ? 5 : 4);
    return value == 4 ? std::string("NULL") : std::to_string(value);
  };
  std::vector<std::string> rows;
  const auto add = [&](const std::string& table, const std::string& values) {
    rows.push_back("INSERT OR IGNORE INTO " + table + " VALUES (" + values + ")");
  };
  for (int i = 0; i < 7; ++i) {
    add("t1", std::to_string(i) + "," + number(true) + "," + text(true) + "," + text(true));
    add("t2", text(false) + "," + number(true) + "," + number(true));
    add("t3", number(false) + "," + number(false) + "," + text(true));
    add("t4", text(true) + "," + number(true) + "," + text(false));
  }
  return rows;
}

struct Source {
  std::string name;
  std::vector<std::string> columns;
};

class QueryMaker {
 public:
  explicit QueryMaker(unsigned seed) : random_(seed) {}

  std::string Make() {
    aliases_.clear();
    std::string with;
    if (Chance(4)) with = "WITH cte AS (" + MakeInner() + ") ";
    with_cte_ = !with.empty();
    if (Chance(12)) return with + MakeCompound();
    return with + MakeSelect();
  }

 private:
  bool Chance(unsigned one_in) { return random_() % one_in == 0; }
  std::size_t Pick(std::size_t size) { return random_() % size; }
  template <typename List>
  auto Any(const List& list) {
    return list[Pick(list.size())];
  }

  // A SELECT with two named outputs, p and q, for FROM and WITH.
  std::string MakeInner() {
    static const std::array<const char*, 8> kInner{
        "SELECT id AS p, b AS q FROM t1",
        "SELECT c AS p, count(*) AS q FROM t2 GROUP BY c",
        "SELECT DISTINCT a AS p, b AS q FROM t1",
        "SELECT a AS p, n AS q FROM t1",
        "SELECT x AS p, y AS q FROM t3",
        "SELECT count(*) AS p, max(v) AS q FROM t4",
        "SELECT t1.id AS p, t2.k AS q FROM t1 LEFT JOIN t2 ON t2.t1_id = t1.id",
        "SELECT a AS p, b AS q FROM t1 UNION SELECT c, k FROM t2",
    };
    return Any(kInner);
  }

  Source MakeSource() {
    static const std::array<Source, 6> kSources{{{"t1", {"id", "a", "b", "n"}},
                                                 {"t2", {"k", "t1_id", "c"}},
                                                 {"t3", {"x", "y", "z"}},
                                                 {"t4", {"u", "v", "w"}},
                                                 {"v1", {"id", "a"}},
                                                 {"v2", {"c", "m"}}}};
    if (with_cte_ && Chance(2)) return {"cte", {"p", "q"}};
    if (Chance(6)) return {"(" + MakeInner() + ")", {"p", "q"}};
    return Any(kSources);
  }

  std::string Column() {
    const auto& [alias, columns] = Any(aliases_);
    return alias + "." + Any(columns);
  }

  std::string Constant() {
    static const std::array<const char*, 5> kConstants{"1", "'a'", "2", "'1'", "-0"};
    return Any(kConstants);
  }

  std::string Condition(bool chained) {
    std::string terms;
    do {
      if (!terms.empty()) terms += Chance(8) ? " OR " : " AND ";
      switch (Pick(9)) {
        case 0:
          terms += Column() + " = " + Constant();
          break;
        case 1:
          terms += Constant() + " = " + Column();
          break;
        case 2:
          terms += Column() + " BETWEEN 0 AND " + Column() + " = 1";
          break;
        case 3:
          terms += "(" + Column() + " = " + Column() + " AND " + Column() + " < 3)";
          break;
        case 4:
          terms += "NOT " + Column() + " = " + Column();
          break;
        case 5:
          terms += "CASE WHEN 1 AND " + Column() + " = 1 AND 1 THEN 1 ELSE 1 END";
          break;
        default:
          terms += Column() + " = " + Column();
      }
    } while (chained && Chance(2));
    return terms;
  }

  std::string From() {
    std::string from;
    const std::size_t count = 1 + Pick(3);
    for (std::size_t i = 0; i < count; ++i) {
      const Source source = MakeSource();
      const std::string alias = "r" + std::to_string(aliases_.size());
      static const std::array<const char*, 6> kJoins{", ",          " JOIN ",      " JOIN ",
                                                     " LEFT JOIN ", " LEFT JOIN ", " CROSS JOIN "};
      const std::string join = i == 0 ? "" : Any(kJoins);
      from += join + source.name + " " + alias;
      aliases_.push_back({alias, source.columns});
      if (i > 0 && join != ", ") from += " ON " + Condition(true);
    }
    return from;
  }

  std::string Expression() {
    switch (Pick(8)) {
      case 0:
        return "upper(" + Column() + ")";
      case 1:
        return Column() + " || 'x'";
      case 2:
        return "1";
      default:
        return Column();
    }
  }

  std::string Collated(std::string term) {
    static const std::array<const char*, 3> kCollations{" COLLATE NOCASE", " COLLATE BINARY", " COLLATE RTRIM"};
    if (Chance(5)) term += Any(kCollations);
    if (Chance(4)) term += " DESC";
    if (Chance(8)) term += " NULLS LAST";
    return term;
  }

  std::string Window() {
    static const std::array<const char*, 7> kCalls{"row_number()", "rank()",   "count(*)", "sum(1)",
                                                   "lag(1)",       "ntile(2)", "max(1)"};
    std::string window = Chance(2) ? "PARTITION BY " + Column() + " " : "";
    if (!Chance(5)) {
      window += "ORDER BY " + Collated(Column());
      while (Chance(2)) window += ", " + Collated(Column());
      if (Chance(4)) window += " ROWS 1 PRECEDING";
    }
    return std::string(Any(kCalls)) + " OVER (" + window + ")";
  }

  std::string OrderBy(const std::vector<std::string>& outputs, std::size_t terms) {
    std::string order;
    for (std::size_t i = 0; i < terms; ++i) {
      std::string term = Chance(3)   ? "o" + std::to_string(Pick(outputs.size()))
                         : Chance(3) ? Any(outputs)
                                     : Expression();
      if (Chance(6)) term = std::to_string(1 + Pick(outputs.size()));
      order += (i == 0 ? " ORDER BY " : ", ") + Collated(term);
    }
    return order;
  }

  std::string MakeSelect() {
    const std::string from = From();
    std::string where = Chance(2) ? " WHERE " + Condition(true) : "";
    std::string group;
    std::vector<std::string> outputs;
    const bool distinct = Chance(6);
    if (Chance(3)) {
      // Group keys and aggregates only: what a bare column gives is arbitrary and not a matter of order.
      std::vector<std::string> keys;
      for (std::size_t i = 0; i <= Pick(2); ++i) keys.push_back(GroupKey());
      for (const std::string& key : keys) group += (group.empty() ? " GROUP BY " : ", ") + key;
      for (const std::string& key : keys) {
        if (!Chance(4)) outputs.push_back(key);
      }
      outputs.push_back(Chance(2) ? "count(*)" : "count(" + Column() + ")");
    } else {
      for (std::size_t i = 0; i <= Pick(3); ++i) outputs.push_back(Expression());
      if (Chance(5)) outputs.push_back(Window());
      if (Chance(8)) {
        outputs.push_back("(SELECT s.b FROM t1 s WHERE s." + std::string(Chance(2) ? "id" : "a") + " = " + Column() +
                          ")");
      }
    }
    std::string list;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      list += (i == 0 ? "" : ", ") + outputs[i] + (Chance(2) ? " AS o" + std::to_string(i) : "");
    }
    std::string sql = "SELECT " + std::string(distinct ? "DISTINCT " : "") + list + " FROM " + from + where + group;
    sql += OrderBy(outputs, Pick(4));
    if (Chance(4)) sql += " LIMIT 2";
    return sql;
  }

  // By BINARY, since which spelling stands for a group is arbitrary otherwise.
  std::string GroupKey() {
    for (;;) {
      const auto& [alias, columns] = Any(aliases_);
      const std::string column = Any(columns);
      if (column != "n" && column != "w" && column != "q") return alias + "." + column;
    }
  }

  std::string MakeCompound() {
    static const std::array<const char*, 4> kOperators{" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "};
    static const std::array<const char*, 5> kParts{"SELECT a AS o0, b AS o1 FROM t1", "SELECT c, k FROM t2",
                                                   "SELECT id, n FROM t1", "SELECT v, w AS o1 FROM t4",
                                                   "SELECT 1, 'a'"};
    std::string sql = Any(kParts) + std::string(Any(kOperators)) + Any(kParts);
    if (Chance(3)) sql += std::string(Any(kOperators)) + Any(kParts);
    sql += " ORDER BY " + Collated("1") + ", " + Collated("2");
    return sql;
  }

  std::mt19937 random_;
  bool with_cte_ = false;
  std::vector<std::pair<std::string, std::vector<std::string>>> aliases_;
};

TEST_CASE("What is accepted as ordered comes out the same whatever the plan") {
  const Schema schema = SchemaOf(kDdl);
  int compiled = 0;
  int accepted = 0;
  for (unsigned round = 0; round < 20; ++round) {
    std::mt19937 random(round);
    const std::vector<std::string> rows = Rows(random);
    std::vector<std::string> ascending{kDdl};
    ascending.insert(ascending.end(), rows.begin(), rows.end());
    // The same rows that were kept, put in the other way round.
    const Connection first = Open(ascending);
    std::vector<std::string> turned{kDdl, kIndexes, "PRAGMA reverse_unordered_selects = 1"};
    for (const char* table : {"t1", "t2", "t3", "t4"}) {
      const std::string values =
          "SELECT group_concat('(' || line || ')', ',') FROM (SELECT " +
          std::string(std::string(table) == "t1"   ? "quote(id)||','||quote(a)||','||quote(b)||','||quote(n)"
                      : std::string(table) == "t2" ? "quote(k)||','||quote(t1_id)||','||quote(c)"
                      : std::string(table) == "t3" ? "quote(x)||','||quote(y)||','||quote(z)"
                                                   : "quote(u)||','||quote(v)||','||quote(w)") +
          " AS line FROM " + table + " ORDER BY 1 DESC)";
      std::string list = Run(first.get(), values);
      turned.push_back("INSERT INTO " + std::string(table) + " VALUES " + list.substr(0, list.rfind('|')));
    }
    const Connection second = Open(turned);
    turned[2] = "PRAGMA reverse_unordered_selects = 0";
    turned.push_back("ANALYZE");
    const Connection third = Open(turned);
    QueryMaker maker(round * 7919U + 1U);
    for (int i = 0; i < 250; ++i) {
      const std::string sql = maker.Make();
      const std::string expected = Run(first.get(), sql);
      if (expected.rfind("error", 0) == 0) continue;
      ++compiled;
      if (!FindingsOf(sql, schema, kTables).empty()) continue;
      ++accepted;
      CAPTURE(round, sql);
      CHECK(Run(second.get(), sql) == expected);
      CHECK(Run(third.get(), sql) == expected);
    }
  }
  CAPTURE(compiled, accepted);
  CHECK(compiled > 2500);
  CHECK(accepted > compiled / 10);
}

}  // namespace
}  // namespace querygate::sqlite
