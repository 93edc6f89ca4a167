// The outline of a query: which SELECT stands where, what each reads from, groups and orders by. Expressions
// stay token ranges. Text that SQLite accepts but that cannot be followed with certainty is not understood,
// and nothing may be concluded from it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/sql_words.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {

// All names in an outline are folded.

struct OutputColumn {
  TokenRange expression;  // without the alias; for a star the whole `*` or `t.*`
  std::string alias;      // empty when none is written
  bool star = false;
};

struct FromItem {
  enum class Kind { kTable, kSelect, kOther };  // kOther: a table-valued function or a join in parentheses
  enum class Join { kInner, kLeft, kOther };    // how it is joined to what stands before it
  Kind kind = Kind::kTable;
  Join join = Join::kInner;
  std::string name;        // of a table, view or common table
  std::string alias;       // what qualifies its columns; may be empty
  std::size_t select = 0;  // kSelect
  TokenRange on;
};

struct WindowCall {
  std::size_t function = 0;  // token
  std::size_t over = 0;      // token
  std::string window;        // OVER name; else empty
  TokenRange specification;  // OVER ( … ), without the parentheses
};

struct WindowDefinition {
  std::string name;
  TokenRange specification;
};

// One SELECT … or VALUES … between compound operators.
struct SelectCore {
  bool values = false;
  bool distinct = false;
  std::vector<OutputColumn> outputs;
  std::vector<FromItem> from;
  TokenRange where;
  std::vector<TokenRange> group_by;
  TokenRange having;
  std::vector<WindowDefinition> windows;
  std::vector<WindowCall> window_calls;  // anywhere in the core or the ORDER BY, nested SELECTs left out
};

struct CommonTable {
  std::size_t token = 0;
  std::string name;
  std::vector<std::string> columns;  // empty when none are written
  std::size_t select = 0;
};

struct Select {
  enum class Place { kStatement, kCommonTable, kFrom, kIn, kExists, kScalar };
  Place place = Place::kStatement;
  std::optional<std::size_t> parent;  // the SELECT around it
  std::size_t parent_core = 0;
  TokenRange range;
  std::vector<CommonTable> common_tables;
  std::vector<SelectCore> cores;   // at least one
  bool keeps_duplicates = false;   // some operator between the cores is UNION ALL
  bool merges_duplicates = false;  // some operator is another
  std::vector<TokenRange> order_by;
  std::optional<std::size_t> limit;  // token
};

// A name that stands where a table is named: FROM name, IN name.
struct TableReference {
  std::size_t token = 0;
  std::string name;
  std::string alias;       // empty when none
  bool qualified = false;  // schema.name
  std::size_t select = 0;  // the innermost SELECT
};

struct Outline {
  bool understood = false;
  std::size_t trouble = 0;      // the token where following it ended
  std::vector<Select> selects;  // the statement first
  std::vector<TableReference> references;
  std::vector<std::size_t> introductions;  // tokens where the text gives something a name of its own
};

// Follows the query in `range`. A WITH clause may lead it.
Outline ParseOutline(std::span<const SqlToken> tokens, TokenRange range);

// The query of a CREATE VIEW text and the column names it states; nothing when it is not such a text.
struct ViewText {
  TokenRange query;
  std::vector<std::string> columns;
};
std::optional<ViewText> FindViewQuery(std::span<const SqlToken> tokens);

// Ranges between commas outside parentheses.
std::vector<TokenRange> SplitAtCommas(std::span<const SqlToken> tokens, TokenRange range);

}  // namespace querygate::sqlite
