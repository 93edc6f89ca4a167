#include "tests/adversarial/statement_generator.h"

#include <algorithm>

namespace querygate::sqlite::test {
namespace {

constexpr std::size_t kDepth = 2;

}  // namespace

const std::vector<GeneratedTable>& GeneratedTables() {
  static const std::vector<GeneratedTable> tables{{"t", {"id", "a", "b", "p"}},        {"bare", {"a", "b", "c"}},
                                                  {"keyed", {"k", "j", "v", "p"}},     {"hid", {"a", "c"}},
                                                  {"gen", {"id", "a", "g", "s", "p"}}, {"u", {"id", "k", "b"}}};
  return tables;
}

std::string_view GeneratedSchema() {
  return R"sql(
CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, p);
CREATE INDEX ta ON t(a); CREATE INDEX tb ON t(b, p); CREATE INDEX tp ON t(p, a);
CREATE TABLE bare(a, b, c);
CREATE INDEX ba ON bare(a); CREATE INDEX bb ON bare(b); CREATE INDEX bca ON bare(c, a);
CREATE TABLE keyed(k, j, v, p, PRIMARY KEY(k, j)) WITHOUT ROWID;
CREATE INDEX kv ON keyed(v); CREATE INDEX kp ON keyed(p);
CREATE TABLE hid(a, c);
CREATE TABLE gen(id INTEGER PRIMARY KEY, a, g AS (p + 1), s AS (p * 2) STORED, p);
CREATE INDEX gg ON gen(g); CREATE INDEX ge ON gen(abs(p));
CREATE TABLE u(id INTEGER PRIMARY KEY, k UNIQUE, b);
CREATE VIEW vj AS SELECT t.a AS a, t.b AS b FROM t JOIN bare USING(b);
CREATE VIEW vn AS SELECT a FROM hid NATURAL LEFT JOIN bare;
)sql";
}

// A linear congruential generator: no standard distribution promises the same numbers everywhere.
std::size_t StatementGenerator::Pick(std::size_t bound) {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return (state_ >> 33) % bound;
}

std::string StatementGenerator::Literal() {
  if (!OneIn(4)) return std::to_string(Pick(6));
  return OneIn(2) ? "NULL" : "'" + std::string(1, static_cast<char>('a' + Pick(3))) + "'";
}

StatementGenerator::Relation StatementGenerator::PickRelation() {
  const std::size_t pick = Pick(12);
  if (pick < 8) {
    const GeneratedTable& table = GeneratedTables()[Pick(GeneratedTables().size())];
    Relation relation{table.name, table.columns};
    if (OneIn(6)) relation.columns.emplace_back("rowid");
    return relation;
  }
  if (pick == 8 && !expressions_.empty()) return expressions_[Pick(expressions_.size())];
  if (pick == 9) return OneIn(2) ? Relation{"vj", {"a", "b"}} : Relation{"vn", {"a"}};
  if (pick == 10) {
    const std::string column = PickOf({"a", "b", "c", "p", "id", "k", "v"});
    return {"(SELECT " + Literal() + " AS " + column + " UNION ALL SELECT " + Literal() + ")", {column}};
  }
  if (depth_ >= kDepth) return {"t", GeneratedTables().front().columns};
  Relation relation;
  ++depth_;
  relation.text = "(" + Select(relation.columns, false, 1 + Pick(3)) + ")";
  --depth_;
  return relation;
}

std::string StatementGenerator::Join(const Relation& relation, const std::string& alias, const Names& before,
                                     const Names& references) {
  const std::string kind = PickOf({" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN ", " CROSS JOIN "});
  const std::string source = relation.text + " AS " + alias;
  switch (Pick(4)) {
    case 0:
      return " NATURAL" + kind + source;
    case 1: {
      Names common;
      for (const std::string& column : relation.columns) {
        if (column != "rowid" && std::find(before.begin(), before.end(), column) != before.end())
          common.push_back(column);
      }
      return kind + source + (common.empty() ? "" : " USING(" + PickOf(common) + ")");
    }
    default: {
      const auto equal = [&] {
        return alias + "." + PickOf(relation.columns) + " = " + (references.empty() ? Literal() : PickOf(references));
      };
      return kind + source + " ON " + equal() + (OneIn(4) ? " OR " + equal() : "");
    }
  }
}

std::string StatementGenerator::From(Names& references) {
  std::string text;
  Names before;
  const std::size_t count = 1 + (OneIn(3) ? 0 : Pick(3));
  for (std::size_t i = 0; i < count; ++i) {
    const Relation relation = PickRelation();
    const std::string alias = "x" + std::to_string(depth_) + std::to_string(i);
    text += i == 0 ? relation.text + " AS " + alias : Join(relation, alias, before, references);
    for (const std::string& column : relation.columns) references.push_back(alias + "." + column);
    // The merged column of USING and NATURAL has no qualifier.
    if (OneIn(3)) references.insert(references.end(), relation.columns.begin(), relation.columns.end());
    before = relation.columns;
  }
  return text;
}

std::string StatementGenerator::Nested(std::size_t columns) {
  Names ignored;
  ++depth_;
  std::string text = Select(ignored, false, columns);
  --depth_;
  return text;
}

std::string StatementGenerator::Predicate(const Names& references) {
  const std::string left = PickOf(references);
  switch (Pick(11)) {
    case 0:
      return left + " = " + Literal();
    case 1:
      return left + " > " + Literal();
    case 2:
      return left + " IN (" + Literal() + ", " + Literal() + ")";
    case 3:
      return "(" + left + " = " + Literal() + " OR " + PickOf(references) + " = " + Literal() + ")";
    case 4:
      return left + " IS NULL";
    case 5:
      return left + " = " + PickOf(references);
    case 6:
      return depth_ < kDepth ? left + (OneIn(4) ? " NOT" : "") + " IN (" + Nested(1) + ")" : left + " = 2";
    case 7:
      return depth_ < kDepth ? (OneIn(2) ? "NOT EXISTS (" : "EXISTS (") + Nested(1) + ")" : left + " = 3";
    case 8:
      return left + " BETWEEN 1 AND 4";
    case 9:
      return "(" + Predicate(references) + (OneIn(2) ? " OR " : " AND ") + Predicate(references) + ")";
    default:
      return "(" + left + " = " + Literal() + " AND " + PickOf(references) + " > " + Literal() + " OR " +
             PickOf(references) + " IN (1, 2))";
  }
}

std::string StatementGenerator::Select(Names& columns, bool top, std::size_t count) {
  Names references;
  const std::string from = From(references);
  const bool grouped = OneIn(4);
  const bool windowed = !grouped && OneIn(8);
  std::string list;
  Names keys;
  for (std::size_t i = 0; i < count; ++i) {
    std::string expression = PickOf(references);
    if (grouped && OneIn(2)) {
      expression = OneIn(3) ? "count(*)" : PickOf({"count(", "max(", "min(", "sum("}) + PickOf(references) + ")";
    } else if (windowed && OneIn(2)) {
      expression = PickOf({"count(*)", "sum(" + PickOf(references) + ")"}) + " OVER (PARTITION BY " + expression + ")";
    } else {
      keys.push_back(expression);
    }
    // Names that other relations have too, for USING and NATURAL to find.
    std::string name = PickOf({"a", "b", "c", "p", "id", "k"});
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) name += std::to_string(i);
    columns.push_back(name);
    list += (list.empty() ? "" : ", ") + expression + " AS " + name;
  }
  std::string text = std::string("SELECT ") + (OneIn(6) ? "DISTINCT " : "") + list + " FROM " + from;
  if (!OneIn(3)) text += " WHERE " + Predicate(references);
  if (grouped && !keys.empty()) {
    text += " GROUP BY " + keys.front();
    for (std::size_t i = 1; i < keys.size(); ++i) text += ", " + keys[i];
    if (OneIn(4)) text += " HAVING count(*) > " + std::to_string(Pick(3));
  }
  if (!top) return text;
  if (OneIn(6)) return text + PickOf({" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "}) + Nested(count);
  return OneIn(4) ? text + " ORDER BY " + std::to_string(1 + Pick(count)) : text;
}

std::string StatementGenerator::Statement() {
  std::string with;
  expressions_.clear();
  depth_ = 0;
  std::vector<Relation> made;
  for (std::size_t i = OneIn(3) ? 1 + Pick(2) : 0; i > 0; --i) {
    Relation relation{"g" + std::to_string(i), {}};
    with += with.empty() ? "WITH " : ", ";
    if (OneIn(2)) {
      relation.columns = {PickOf({"a", "b", "c", "p", "id", "k", "j", "v"})};
      with += relation.text + "(" + relation.columns.front() + ") AS (VALUES (" + Literal() + "), (" + Literal() + "))";
    } else {
      depth_ = 1;
      const std::string body = Select(relation.columns, false, 1 + Pick(3));
      depth_ = 0;
      with += relation.text + " AS " + (OneIn(3) ? "MATERIALIZED " : "") + "(" + body + ")";
    }
    made.push_back(std::move(relation));
  }
  expressions_ = std::move(made);
  Names columns;
  const std::string body = Select(columns, true, 1 + Pick(3));
  return with.empty() ? body : with + " " + body;
}

}  // namespace querygate::sqlite::test
