// Random SELECT statements over a fixed schema, the same for one seed everywhere: joins of every kind with ON,
// USING and NATURAL, subqueries, common table expressions, grouping, windows and compounds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querygate::sqlite::test {

struct GeneratedTable {
  std::string name;
  std::vector<std::string> columns;
};

// What statements are made over, and its DDL: rowid tables with and without an integer key, a WITHOUT ROWID
// table, generated columns, indexes that mix columns, and views with USING and NATURAL inside.
const std::vector<GeneratedTable>& GeneratedTables();
std::string_view GeneratedSchema();

class StatementGenerator {
 public:
  explicit StatementGenerator(std::uint64_t seed) : state_(seed) {}

  // A number from 0 to bound - 1.
  std::size_t Pick(std::size_t bound);
  bool OneIn(std::size_t bound) { return Pick(bound) == 0; }
  std::string Statement();

 private:
  using Names = std::vector<std::string>;
  struct Relation {
    std::string text;
    Names columns;
  };

  const std::string& PickOf(const Names& names) { return names[Pick(names.size())]; }
  std::string Literal();
  Relation PickRelation();
  std::string From(Names& references);
  std::string Join(const Relation& relation, const std::string& alias, const Names& before, const Names& references);
  std::string Predicate(const Names& references);
  std::string Nested(std::size_t columns);
  std::string Select(Names& columns, bool top, std::size_t count);

  std::uint64_t state_;
  std::size_t depth_ = 0;
  std::vector<Relation> expressions_;  // common table expressions
};

}  // namespace querygate::sqlite::test
