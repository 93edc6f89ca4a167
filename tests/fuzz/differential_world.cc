#include "tests/fuzz/differential_world.h"

#include <array>
#include <set>
#include <string_view>

#include "tests/fuzz/random.h"

namespace querygate::fuzz {
namespace {

constexpr int kOrders = 11;
constexpr int kLines = 14;
constexpr int kTags = 7;
constexpr int kVisits = 9;

std::string Integer(std::int64_t value) { return std::to_string(value); }

// Few values, so that rows tie; spellings that only some collations tell apart.
std::string Brand(Random& random) {
  constexpr std::array<std::string_view, 6> kBrands{"'a'", "'A'", "'b'", "'a '", "''", "'Ä'"};
  return std::string(random.Pick(kBrands));
}
std::string SmallOrNull(Random& random) {
  if (random.Chance(15)) return "NULL";
  return Integer(random.Between(-2, 5));
}
// Quarters: floating sums of them are exact, whatever the order of the terms.
std::string Quarters(Random& random) {
  if (random.Chance(10)) return "NULL";
  constexpr std::array<std::string_view, 4> kFractions{".0", ".25", ".5", ".75"};
  return Integer(random.Between(-3, 9)) + std::string(random.Pick(kFractions));
}

// Whatever a column may hold: small values that join with others, and values at which functions fail.
std::string Anything(Random& random) {
  constexpr std::array<std::string_view, 12> kExtremes{"NULL",
                                                       "-9223372036854775808",
                                                       "9223372036854775807",
                                                       "1e308",
                                                       "''",
                                                       "'a'",
                                                       "'A'",
                                                       "'x''y'",
                                                       "x'00ff'",
                                                       "'[1,2]'",
                                                       "'{bad'",
                                                       "zeroblob(40)"};
  if (random.Chance(50)) return Integer(random.Between(-3, 6));
  return std::string(random.Pick(kExtremes));
}

std::vector<std::int64_t> Distinct(Random& random, int count, std::int64_t low, std::int64_t high) {
  std::set<std::int64_t> seen;
  std::vector<std::int64_t> values;
  while (values.size() < static_cast<std::size_t>(count)) {
    const std::int64_t value = random.Between(low, high);
    if (seen.insert(value).second) values.push_back(value);
  }
  return values;
}

void Insert(std::string& sql, std::string_view table, std::string_view columns,
            const std::vector<std::string>& values) {
  sql += "INSERT INTO " + std::string(table) + "(" + std::string(columns) + ") VALUES (";
  for (std::size_t i = 0; i < values.size(); ++i) sql += (i == 0 ? "" : ", ") + values[i];
  sql += ");\n";
}

void AddOrders(std::string& sql, Random& listed, Random& unlisted) {
  for (const std::int64_t id : Distinct(listed, kOrders, 1, 20)) {
    Insert(sql, "orders", "secret, id, brand, n, pin, amount",
           {Anything(unlisted), Integer(id), Brand(listed), SmallOrNull(listed), Anything(unlisted), Quarters(listed)});
  }
}

void AddLines(std::string& sql, Random& listed, Random& unlisted) {
  // The rowid is no column of the table: nobody may learn it, and the rows lie in another order for each seed.
  const std::vector<std::int64_t> rowids = Distinct(unlisted, kLines, 1, 60);
  const std::vector<std::int64_t> serials = Distinct(unlisted, kLines, -30, 30);
  std::set<std::string> keys;
  while (keys.size() < static_cast<std::size_t>(kLines)) {
    const std::string order = Integer(listed.Between(1, 20));
    const std::string sku = "'s" + Integer(listed.Between(1, 4)) + "'";
    if (!keys.insert(order + sku).second) continue;
    const std::size_t row = keys.size() - 1;
    Insert(sql, "lines", "rowid, order_id, secret, sku, qty, cost, serial, note",
           {Integer(rowids[row]), order, Anything(unlisted), sku, SmallOrNull(listed), Quarters(listed),
            Integer(serials[row]), Anything(unlisted)});
  }
}

void AddTags(std::string& sql, Random& listed, Random& unlisted) {
  for (int i = 0; i < kTags; ++i) {
    const std::string name = i < 2 ? std::string(i == 0 ? "'a'" : "'A'") : "'s" + Integer(i - 1) + "'";
    Insert(sql, "tags", "name, weight, secret, hidden",
           {name, SmallOrNull(listed), Anything(unlisted), Anything(unlisted)});
  }
}

void AddVisits(std::string& sql, Random& listed, Random& unlisted) {
  std::vector<std::string> rows;
  std::set<std::int64_t> taken;
  for (const std::int64_t id : Distinct(listed, kVisits, 1, 40)) {
    taken.insert(id);
    std::string row;
    Insert(row, "visits", "id, store, n, brand, phone",
           {Integer(id), "'S1'", SmallOrNull(listed), Brand(listed), Anything(unlisted)});
    rows.push_back(std::move(row));
  }
  constexpr std::array<std::string_view, 6> kElsewhere{"'S2'", "'s1'", "'S1 '", "''", "NULL", "'S0'"};
  const auto others = unlisted.Below(12);
  for (std::size_t i = 0; i < others; ++i) {
    const std::int64_t id = unlisted.Between(-5, 50);
    if (!taken.insert(id).second) continue;
    std::string row;
    Insert(row, "visits", "id, store, n, brand, phone",
           {Integer(id), std::string(unlisted.Pick(kElsewhere)), Anything(unlisted),
            unlisted.Chance(50) ? Brand(unlisted) : Anything(unlisted), Anything(unlisted)});
    rows.push_back(std::move(row));
  }
  unlisted.Shuffle(rows);
  for (const std::string& row : rows) sql += row;
}

void AddVault(std::string& sql, Random& unlisted) {
  const auto rows = unlisted.Below(8);
  for (std::size_t i = 0; i < rows; ++i)
    Insert(sql, "vault", "secret, n, brand", {Anything(unlisted), SmallOrNull(unlisted), Brand(unlisted)});
}

}  // namespace

const std::string& WorldSchema() {
  static const std::string kSchema = R"sql(
CREATE TABLE orders (secret, id INTEGER PRIMARY KEY, brand TEXT NOT NULL, n INTEGER, pin, amount REAL,
  doubled INTEGER GENERATED ALWAYS AS (n * 2) VIRTUAL, hinted GENERATED ALWAYS AS (typeof(pin)) STORED);
CREATE INDEX orders_secret ON orders (secret, amount);
CREATE INDEX orders_pin ON orders (pin, n);
CREATE INDEX orders_brand ON orders (brand, pin);
CREATE INDEX orders_n ON orders (n);
CREATE INDEX orders_partial ON orders (amount) WHERE pin > 1;
CREATE INDEX orders_expression ON orders (n + length(pin));
CREATE TABLE lines (order_id INTEGER NOT NULL, secret, sku TEXT NOT NULL, qty INTEGER, cost REAL,
  serial INTEGER NOT NULL UNIQUE, note, UNIQUE (order_id, sku));
CREATE INDEX lines_note ON lines (note, cost);
CREATE INDEX lines_sku ON lines (sku, note, qty);
CREATE INDEX lines_qty ON lines (qty DESC, secret);
CREATE TABLE tags (name TEXT PRIMARY KEY, weight INTEGER, secret, hidden) WITHOUT ROWID;
CREATE INDEX tags_weight ON tags (weight, hidden);
CREATE INDEX tags_hidden ON tags (hidden);
CREATE TABLE visits (id INTEGER PRIMARY KEY, store TEXT COLLATE NOCASE, n INTEGER, brand TEXT, phone);
CREATE INDEX visits_store ON visits (store COLLATE BINARY, n);
CREATE INDEX visits_n ON visits (n);
CREATE INDEX visits_phone ON visits (phone);
CREATE INDEX visits_brand ON visits (brand, store);
CREATE TABLE vault (secret, n INTEGER, brand TEXT);
CREATE INDEX vault_n ON vault (n);
CREATE VIEW sale AS SELECT o.id AS id, o.brand AS brand, l.sku AS sku, l.qty AS qty
  FROM orders o JOIN lines l ON l.order_id = o.id;
CREATE VIEW leaky AS SELECT id, brand FROM orders WHERE pin > 1;
)sql";
  return kSchema;
}

const std::vector<WorldTable>& WorldTables() {
  static const std::vector<WorldTable> kTables = {
      {"orders", {"id", "brand", "n", "amount", "doubled"}, {"secret", "pin", "hinted"}, {"id"}},
      {"lines", {"order_id", "sku", "qty", "cost"}, {"secret", "serial", "note", "rowid"}, {"order_id", "sku"}},
      {"tags", {"name", "weight"}, {"secret", "hidden"}, {"name"}},
      {"visits", {"id", "n", "brand"}, {"store", "phone", "rowid"}, {"id"}},
      {"sale", {"id", "brand", "sku", "qty"}, {}, {"id", "sku"}},
      {"leaky", {"id", "brand"}, {}, {"id"}, false},
      {"vault", {}, {"secret", "n", "brand"}, {}, false, false},
  };
  return kTables;
}

const std::vector<std::string>& WorldFunctions() {
  static const std::vector<std::string> kFunctions = {"abs",
                                                      "avg",
                                                      "char",
                                                      "coalesce",
                                                      "count",
                                                      "cume_dist",
                                                      "dense_rank",
                                                      "first_value",
                                                      "glob",
                                                      "group_concat",
                                                      "hex",
                                                      "ifnull",
                                                      "iif",
                                                      "instr",
                                                      "json_array",
                                                      "json_extract",
                                                      "json_group_array",
                                                      "json_type",
                                                      "json_valid",
                                                      "lag",
                                                      "last_value",
                                                      "lead",
                                                      "length",
                                                      "like",
                                                      "lower",
                                                      "ltrim",
                                                      "max",
                                                      "min",
                                                      "nth_value",
                                                      "ntile",
                                                      "nullif",
                                                      "percent_rank",
                                                      "printf",
                                                      "quote",
                                                      "rank",
                                                      "replace",
                                                      "round",
                                                      "row_number",
                                                      "rtrim",
                                                      "sign",
                                                      "substr",
                                                      "sum",
                                                      "total",
                                                      "trim",
                                                      "typeof",
                                                      "unicode",
                                                      "upper"};
  return kFunctions;
}

std::string WorldData(std::uint64_t listed_seed, std::uint64_t unlisted_seed) {
  Random listed(listed_seed * 2 + 1);
  Random unlisted(unlisted_seed * 2 + 2);
  std::string sql = "BEGIN;\n";
  AddOrders(sql, listed, unlisted);
  AddLines(sql, listed, unlisted);
  AddTags(sql, listed, unlisted);
  AddVisits(sql, listed, unlisted);
  AddVault(sql, unlisted);
  return sql + "COMMIT;\n";
}

}  // namespace querygate::fuzz
