#include "tests/fuzz/differential_grammar.h"

#include <array>
#include <string_view>

#include "tests/fuzz/differential_world.h"

namespace querygate::fuzz {
namespace {

constexpr int kDepth = 3;

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

std::string Grammar::Spell(const std::string& name) {
  switch (random_.Below(12)) {
    case 0:
      return Upper(name);
    case 1:
      return "\"" + name + "\"";
    case 2:
      return "[" + name + "]";
    case 3:
      return "`" + Upper(name) + "`";
    case 4:
      return Hostile() ? "'" + name + "'" : name;
    default:
      return name;
  }
}

std::string Grammar::Word(const char* word) {
  constexpr std::array<std::string_view, 4> kBlanks{" ", "\n", " /* ; */ ", " -- '\n"};
  const std::string blank = random_.Chance(5) ? std::string(random_.Pick(kBlanks)) : " ";
  return blank + (random_.Chance(10) ? std::string(word) : Upper(word)) + " ";
}

// ---- Names and values

std::string Grammar::Column(const Source& source) {
  const bool unlisted = !source.unlisted.empty() && (source.columns.empty() || Hostile());
  if (!unlisted && source.columns.empty()) return "1";
  const std::string& name = random_.Pick(unlisted ? source.unlisted : source.columns);
  if (random_.Chance(15)) return Spell(name);
  if (Hostile() && Hostile()) return "main." + source.alias + "." + Spell(name);
  return (random_.Chance(10) ? Upper(source.alias) : source.alias) + "." + Spell(name);
}

std::string Grammar::Column() {
  if (scopes_.empty()) return Literal();
  // Now and then a column of an enclosing SELECT.
  const std::size_t out = scopes_.size() > 1 && random_.Chance(25) ? 2 : 1;
  const Scope& scope = scopes_[scopes_.size() - out];
  return scope.empty() ? Literal() : Column(random_.Pick(scope));
}

std::string Grammar::Literal() {
  constexpr std::array<std::string_view, 14> kLiterals{
      "0", "1", "2", "-1", "3.5", "'a'", "'A'", "'s1'", "''", "NULL", "9223372036854775807", "x'61'", "'$[0]'", "'%'"};
  return std::string(random_.Pick(kLiterals));
}

// ---- Expressions

std::string Grammar::Call(int depth) {
  const auto one = [&] { return Expression(depth + 1); };
  constexpr std::array<std::string_view, 17> kOne{"abs",   "length",     "lower",      "upper",     "typeof",  "hex",
                                                  "quote", "round",      "trim",       "sign",      "unicode", "char",
                                                  "rtrim", "json_array", "json_valid", "json_type", "ltrim"};
  constexpr std::array<std::string_view, 12> kTwo{"coalesce", "ifnull", "nullif", "instr", "max",  "min",
                                                  "printf",   "like",   "glob",   "round", "trim", "json_extract"};
  std::string name;
  std::string arguments;
  switch (random_.Below(8)) {
    case 0:
    case 1:
    case 2:
      name = random_.Pick(kTwo);
      arguments = one() + ", " + one();
      break;
    case 3:
      name = random_.Chance(50) ? "iif" : "replace";
      arguments = one() + ", " + one() + ", " + one();
      break;
    case 4:
      name = "substr";
      arguments = one() + ", 1, 2";
      break;
    default:
      name = random_.Pick(kOne);
      arguments = one();
  }
  if (Hostile() && Hostile()) return "sqlite_offset(" + Column() + ")";
  return (random_.Chance(10) ? Upper(name) : name) + "(" + arguments + ")";
}

std::string Grammar::Aggregate(int depth) {
  constexpr std::array<std::string_view, 9> kAggregates{
      "sum", "min", "max", "count", "avg", "total", "group_concat", "json_group_array", "count"};
  if (random_.Chance(25)) return "count(*)";
  const std::string name(random_.Pick(kAggregates));
  const std::string distinct = random_.Chance(15) ? "DISTINCT " : "";
  std::string call = name + "(" + distinct + (random_.Chance(70) ? Column() : Expression(depth + 1)) + ")";
  if (random_.Chance(12)) call += Word("filter") + "(WHERE " + Condition(depth + 1) + ")";
  return call;
}

std::string Grammar::Window(int depth) {
  constexpr std::array<std::string_view, 12> kBare{"row_number()", "rank()",         "dense_rank()", "ntile(2)",
                                                   "cume_dist()",  "percent_rank()", "count(*)",     "rank()",
                                                   "row_number()", "row_number()",   "rank()",       "count(*)"};
  constexpr std::array<std::string_view, 10> kOver{"sum", "min",         "max",        "lag",          "lead",
                                                   "avg", "first_value", "last_value", "group_concat", "total"};
  constexpr std::array<std::string_view, 5> kFrames{
      " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", " RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
      " GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING", " ROWS UNBOUNDED PRECEDING EXCLUDE TIES",
      " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"};
  std::string text =
      random_.Chance(50) ? std::string(random_.Pick(kBare)) : std::string(random_.Pick(kOver)) + "(" + Column() + ")";
  std::string specification;
  if (random_.Chance(40)) specification += "PARTITION BY " + Expression(depth + 1);
  if (random_.Chance(85)) {
    std::vector<std::string> terms;
    if (random_.Chance(50)) terms.push_back(Column() + OrderTail());
    if (!Hostile() && !scopes_.empty()) {
      for (const Source& source : scopes_.back()) {
        for (const std::string& name : source.key) terms.push_back(source.alias + "." + name);
      }
    }
    if (!terms.empty()) specification += " ORDER BY " + Joined(terms);
    if (random_.Chance(25)) specification += std::string(random_.Pick(kFrames));
  }
  return text + Word("over") + "(" + specification + ")";
}

std::string Grammar::ScalarQuery(int depth) {
  Scope scope;
  std::string sql = "(SELECT ";
  const std::string from = From(depth + 1, scope);
  scopes_.push_back(scope);
  const bool total = !Hostile();
  sql += (total ? Aggregate(depth + 1) : Column()) + from;
  if (random_.Chance(70)) sql += Word("where") + (random_.Chance(50) ? Correlated() : Condition(depth + 1));
  scopes_.pop_back();
  return sql + ")";
}

std::string Grammar::Correlated() {
  if (scopes_.size() < 2 || scopes_.back().empty() || scopes_[scopes_.size() - 2].empty()) return Condition(kDepth);
  constexpr std::array<std::string_view, 4> kOperators{" = ", " < ", " IS ", " <> "};
  return Column(random_.Pick(scopes_.back())) + std::string(random_.Pick(kOperators)) +
         Column(random_.Pick(scopes_[scopes_.size() - 2]));
}

std::string Grammar::RowsQuery(int depth) {
  Scope scope;
  std::string from = From(depth + 1, scope);
  scopes_.push_back(scope);
  std::string sql = "SELECT " + std::string(random_.Chance(10) ? "DISTINCT " : "") + Expression(depth + 1) + from;
  if (random_.Chance(60)) sql += Word("where") + (random_.Chance(40) ? Correlated() : Condition(depth + 1));
  if (random_.Chance(8)) sql += " GROUP BY " + Column();
  if (random_.Chance(8) || Hostile()) sql += Ordering(1, scope, !Hostile()) + Limit();
  scopes_.pop_back();
  return sql;
}

std::string Grammar::Expression(int depth) {
  if (depth >= kDepth || random_.Chance(45)) return random_.Chance(80) ? Column() : Literal();
  constexpr std::array<std::string_view, 14> kOperators{" + ", " - ", " * ", " / ", " % ",  " || ", " & ",
                                                        " | ", " = ", " < ", ">=",  " IS ", " << ", " <> "};
  constexpr std::array<std::string_view, 5> kTypes{"INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB"};
  constexpr std::array<std::string_view, 4> kCollations{"BINARY", "NOCASE", "RTRIM", "nocase"};
  switch (random_.Below(12)) {
    case 0:
    case 1:
    case 2:
      return "(" + Expression(depth + 1) + std::string(random_.Pick(kOperators)) + Expression(depth + 1) + ")";
    case 3:
    case 4:
    case 5:
      return Call(depth);
    case 6:
      return "CASE WHEN " + Condition(depth + 1) + " THEN " + Expression(depth + 1) + " ELSE " + Expression(depth + 1) +
             " END";
    case 7:
      return Word("cast") + "(" + Expression(depth + 1) + " AS " + std::string(random_.Pick(kTypes)) + ")";
    case 8:
      return ScalarQuery(depth);
    case 9:
      return "(" + Condition(depth + 1) + ")";
    case 10:
      return Expression(depth + 1) + " COLLATE " + std::string(random_.Pick(kCollations));
    default:
      return (random_.Chance(50) ? "-" : "+") + Column();
  }
}

std::string Grammar::Condition(int depth) {
  constexpr std::array<std::string_view, 8> kComparisons{" = ", " < ", " > ", " <> ", " IS ", " IS NOT ", "<=", "=="};
  if (depth >= kDepth) return Column() + std::string(random_.Pick(kComparisons)) + Literal();
  const std::string negation = random_.Chance(25) ? " NOT" : "";
  switch (random_.Below(12)) {
    case 0:
      return Column() + negation + " IN (" + Literal() + ", " + Column() + ")";
    case 1:
      return Column() + negation + Word("in") + "(" + RowsQuery(depth) + ")";
    case 2:
      return negation + Word("exists") + "(" + RowsQuery(depth) + ")";
    case 3:
      return Column() + negation + " BETWEEN " + Expression(depth + 1) + " AND " + Expression(depth + 1);
    case 4:
      return Column() + negation + (random_.Chance(60) ? " LIKE " : " GLOB ") +
             (random_.Chance(50) ? "'a%'" : Column());
    case 5:
      return "(" + Condition(depth + 1) + (random_.Chance(50) ? " AND " : " OR ") + Condition(depth + 1) + ")";
    case 6:
      return Column() + (random_.Chance(50) ? " IS NULL" : " NOTNULL");
    case 7:
      return "(" + Column() + ", " + Column() + ") = (" + Expression(depth + 1) + ", " + Expression(depth + 1) + ")";
    default:
      return Expression(depth + 1) + std::string(random_.Pick(kComparisons)) + Expression(depth + 1);
  }
}

// ---- FROM

std::string Grammar::TableSource(Source& source, int depth) {
  source.alias = NewName("t");
  if (depth < kDepth && random_.Chance(10)) {
    const std::size_t width = 1 + random_.Below(2);
    // What a derived table holds is known by what it calls its columns, so they are given names from outside.
    std::string sql = "(SELECT ";
    Scope scope;
    std::string from = From(depth + 1, scope);
    scopes_.push_back(scope);
    for (std::size_t i = 0; i < width; ++i) {
      source.columns.push_back(NewName("d"));
      sql += (i == 0 ? "" : ", ") + Expression(depth + 1) + " AS " + source.columns.back();
    }
    sql += from;
    if (random_.Chance(40)) sql += Word("where") + Condition(depth + 1);
    if (random_.Chance(15)) sql += Ordering(width, scope, !Hostile()) + Limit();
    scopes_.pop_back();
    return sql + ") AS " + source.alias;
  }
  if (!common_tables_.empty() && random_.Chance(75)) {
    const Source& table = random_.Pick(common_tables_);
    source.columns = table.columns;
    source.key = table.key;
    return Spell(table.alias) + " AS " + source.alias;
  }
  const auto& tables = WorldTables();
  const WorldTable* table = &random_.Pick(tables);
  while (!table->honest && !Hostile()) table = &random_.Pick(tables);
  source.columns = table->listed;
  source.unlisted = table->unlisted;
  source.key = table->key;
  std::string text = Hostile() && Hostile() ? "main." + Spell(table->name) : Spell(table->name);
  if (Hostile() && Hostile() && table->name == "orders") return text + " AS " + source.alias + " INDEXED BY orders_n";
  if (random_.Chance(15) && scopes_.empty()) {
    source.alias = table->name;
    return text;
  }
  return text + (random_.Chance(50) ? " AS " : " ") + source.alias;
}

std::string Grammar::Join(const Scope& left, const Source& right) {
  constexpr std::array<std::string_view, 6> kJoins{" JOIN ",       " LEFT JOIN ", " INNER JOIN ",
                                                   " RIGHT JOIN ", " FULL JOIN ", " LEFT OUTER JOIN "};
  std::string on;
  constexpr std::array<std::string_view, 6> kOperators{" = ", " = ", " = ", " < ", " IS ", " = "};
  on = Column(random_.Pick(left)) + std::string(random_.Pick(kOperators)) + Column(right);
  return std::string(random_.Pick(kJoins)) + "\x01" + " ON " + on;
}

std::string Grammar::From(int depth, Scope& scope) {
  scope.emplace_back();
  std::string sql = Word("from") + TableSource(scope.back(), depth);
  const std::size_t more = depth > 1 ? (random_.Chance(12) ? 1 : 0) : (random_.Chance(40) ? 1 + random_.Below(2) : 0);
  for (std::size_t i = 0; i < more; ++i) {
    Source right;
    const std::string text = TableSource(right, depth);
    if (Hostile()) {
      const std::string shared = right.unlisted.empty() || random_.Chance(30)
                                     ? (right.columns.empty() ? "n" : random_.Pick(right.columns))
                                     : random_.Pick(right.unlisted);
      sql += random_.Chance(40) ? " NATURAL JOIN " + text : " JOIN " + text + " USING (" + shared + ")";
    } else if (random_.Chance(20)) {
      sql += (random_.Chance(50) ? ", " : " CROSS JOIN ") + text;
    } else {
      const std::string join = Join(scope, right);
      const std::size_t gap = join.find('\x01');
      sql += join.substr(0, gap) + text + join.substr(gap + 1);
    }
    scope.push_back(std::move(right));
  }
  return sql;
}

// ---- SELECT

std::string Grammar::OrderTail() {
  std::string tail;
  if (random_.Chance(6)) tail += random_.Chance(50) ? " COLLATE BINARY" : " COLLATE NOCASE";
  if (random_.Chance(30)) tail += random_.Chance(50) ? " DESC" : " ASC";
  if (random_.Chance(8)) tail += random_.Chance(50) ? " NULLS LAST" : " NULLS FIRST";
  return tail;
}

std::string Grammar::Ordering(std::size_t width, const Scope& scope, bool total) {
  std::vector<std::string> terms;
  if (total && (scope.empty() || random_.Chance(65))) {
    for (std::size_t i = 1; i <= width; ++i) terms.push_back(std::to_string(i) + OrderTail());
    random_.Shuffle(terms);
  } else if (total) {
    for (const Source& source : scope) {
      for (const std::string& name : source.key) terms.push_back(source.alias + "." + name);
    }
    if (random_.Chance(40)) random_.Shuffle(terms);
    if (random_.Chance(30)) terms.insert(terms.begin(), Column(random_.Pick(scope)) + OrderTail());
  } else if (random_.Chance(70) && !scope.empty()) {
    terms.push_back(Column(random_.Pick(scope)) + OrderTail());
  }
  return terms.empty() ? "" : Word("order by") + Joined(terms);
}

std::string Grammar::Limit() {
  std::string text = Word("limit") + std::to_string(1 + random_.Below(5));
  if (random_.Chance(25)) text += " OFFSET " + std::to_string(random_.Below(3));
  return text;
}

std::string Grammar::Outputs(std::size_t width, int depth, const std::vector<std::string>& groups) {
  std::string sql;
  for (std::size_t i = 0; i < width; ++i) {
    std::string output;
    if (!groups.empty()) {
      output = i < groups.size() && !Hostile() ? groups[i] : (random_.Chance(90) ? Aggregate(depth) : Column());
    } else {
      output = depth <= 1 && random_.Chance(12) ? Window(depth) : Expression(depth + 1);
    }
    sql += (i == 0 ? "" : ", ") + output + " AS " + Spell("v" + std::to_string(i + 1));
  }
  return sql;
}

std::string Grammar::Core(std::size_t width, int depth, Scope& scope, bool top) {
  if (random_.Chance(2)) {
    std::string row;
    for (std::size_t i = 0; i < width; ++i) row += (i == 0 ? "" : ", ") + Literal();
    return "SELECT * FROM (VALUES (" + row + "))";
  }
  std::string from = From(depth, scope);
  scopes_.push_back(scope);
  std::string sql = Word("select");
  std::vector<std::string> groups;
  const std::size_t kind = random_.Below(100);
  if (kind < 10 && top) {
    sql += "DISTINCT ";
  } else if (kind < 32) {
    for (std::size_t i = 0; i < width && (i == 0 || random_.Chance(50)); ++i) {
      groups.push_back(random_.Chance(80) ? Column() : Expression(2));
    }
  }
  const bool totals = kind >= 32 && kind < 45;
  if (totals) {
    for (std::size_t i = 0; i < width; ++i)
      sql += (i == 0 ? "" : ", ") + Aggregate(depth) + " AS v" + std::to_string(i + 1);
  } else if (kind > 97 && scope.size() == 1) {
    sql += random_.Chance(50) ? "*" : scope.front().alias + ".*";
  } else {
    sql += Outputs(width, depth, groups);
  }
  sql += from;
  if (random_.Chance(55)) sql += Word("where") + Condition(depth + 1);
  if (!groups.empty()) {
    sql += Word("group by") + Joined(groups);
    if (random_.Chance(25)) sql += Word("having") + Aggregate(2) + " > " + Literal();
  } else if (totals && random_.Chance(10)) {
    sql += " HAVING " + Aggregate(2) + " > 0";
  }
  scopes_.pop_back();
  return sql;
}

std::string Grammar::Compound(std::size_t width, int depth, bool top) {
  constexpr std::array<std::string_view, 5> kOperators{" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ",
                                                       " UNION ALL "};
  std::string sql;
  const std::size_t parts = 2 + random_.Below(2);
  for (std::size_t i = 0; i < parts; ++i) {
    Scope scope;
    if (i > 0) sql += std::string(random_.Pick(kOperators));
    sql += Core(width, depth, scope, false);
  }
  return top ? sql + Ordering(width, {}, !Hostile()) : sql;
}

std::string Grammar::Body(std::size_t width, int depth, bool top) {
  std::string sql;
  if (random_.Chance(12)) {
    sql = Compound(width, depth, top);
  } else {
    Scope scope;
    sql = Core(width, depth, scope, top);
    const bool keyed = sql.find("GROUP BY") == std::string::npos && sql.find("DISTINCT") == std::string::npos;
    if (top) {
      scopes_.push_back(scope);
      sql += Ordering(width, keyed ? scope : Scope{}, !Hostile());
      scopes_.pop_back();
    }
  }
  if (top && random_.Chance(20)) sql += Limit();
  return sql;
}

std::string Grammar::Recursive() {
  Source source{.alias = NewName("r"), .columns = {"i"}};
  const std::string& name = source.alias;
  common_tables_.push_back(source);
  Scope scope{{.alias = name, .columns = {"i"}}};
  return name + "(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM " + name + " WHERE i < " +
         (random_.Chance(50) ? "4"
                             : "(SELECT count(*) FROM " + std::string(random_.Chance(50) ? "visits" : "tags") + ")") +
         ")";
}

std::string Grammar::CommonTable() {
  Source source;
  // A name of the schema would shadow, which is refused.
  source.alias = Hostile() ? random_.Pick(WorldTables()).name : NewName("c");
  const std::size_t width = 1 + random_.Below(3);
  std::string sql = Spell(source.alias);
  std::string body = Body(width, 1, false);
  std::string list;
  for (std::size_t i = 0; i < width; ++i) {
    source.columns.push_back(NewName("k"));
    list += (i == 0 ? "" : ", ") + source.columns.back();
  }
  constexpr std::array<std::string_view, 4> kHints{" AS (", " AS (", " AS MATERIALIZED (", " AS NOT MATERIALIZED ("};
  sql += "(" + list + ")" + std::string(random_.Pick(kHints)) + body + ")";
  common_tables_.push_back(std::move(source));
  return sql;
}

std::string Grammar::WithClause() {
  if (random_.Chance(15)) return "WITH RECURSIVE " + Recursive() + (random_.Chance(30) ? ", " + CommonTable() : "");
  std::string sql = "WITH " + CommonTable();
  if (random_.Chance(30)) sql += ", " + CommonTable();
  return sql;
}

std::string Grammar::Statement() {
  std::string sql;
  if (random_.Chance(20)) sql = WithClause() + " ";
  sql += Body(1 + random_.Below(3), 0, true);
  if (random_.Chance(5)) sql += ";";
  return sql;
}

}  // namespace querygate::fuzz
