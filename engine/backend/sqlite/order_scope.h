// The relations that one SELECT reads from, and what its expressions mean in their terms: which column a
// name is, by which collation an expression compares, whether two texts are the same expression.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/schema.h"
#include "engine/backend/sqlite/sql_outline.h"

namespace querygate::sqlite {

// Comparing columns of different classes converts one of them, so that equality says less.
enum class ValueClass { kUnknown, kNumeric, kText, kBlob };

ValueClass ClassOfType(std::string_view declared_type);

struct RelationColumn {
  std::string name;       // folded; empty when it cannot be named with certainty
  std::string collation;  // upper case; empty when unknown
  ValueClass value_class = ValueClass::kUnknown;
  bool hidden = false;  // not part of a star: the rowid
};

// Columns that identify a row: two rows equal in all of them, each under its collation and with NULL equal
// to NULL, are the same row.
struct RelationKey {
  struct Part {
    std::size_t column = 0;
    std::string collation;
  };
  std::vector<Part> parts;
};

struct Relation {
  std::vector<RelationColumn> columns;
  std::vector<RelationKey> keys;
  std::optional<std::size_t> rowid;  // the column that rowid, oid and _rowid_ stand for
  bool not_null_keys = true;         // no key holds a NULL, so an outer join's empty row differs from all
  bool open = false;                 // may have columns that are not listed here
};

// A table of the schema, with its declared keys.
Relation RelationOfTable(const SchemaObject& table);

// One text with its outline; all must outlive every scope over them.
struct QueryText {
  std::span<const SqlToken> tokens;
  const Outline* outline = nullptr;
  std::vector<std::size_t> match;  // of MatchParentheses
};

struct ColumnId {
  std::size_t item = 0;    // of the core's FROM
  std::size_t column = 0;  // of its relation
  friend bool operator==(const ColumnId&, const ColumnId&) = default;
};

// A name in an expression that is no function, keyword or type.
struct NameUse {
  TokenRange range;  // `column` or `table.column`
  std::optional<ColumnId> column;
};

// The outputs with stars written out.
struct ScopeOutput {
  TokenRange expression;
  std::string alias;               // folded
  std::optional<ColumnId> column;  // when the expression is a plain column
};

class CoreScope {
 public:
  CoreScope(const QueryText& text, std::size_t select, std::size_t core, std::vector<Relation> relations);

  const QueryText& text() const { return *text_; }
  const Select& select() const { return text_->outline->selects[select_]; }
  const SelectCore& core() const { return select().cores[core_]; }
  std::size_t select_index() const { return select_; }
  const std::vector<Relation>& relations() const { return relations_; }
  const RelationColumn& Column(ColumnId id) const { return relations_[id.item].columns[id.column]; }

  // Some relation has columns that are not known, so an unknown name may still be one of them.
  bool open() const { return open_; }

  const std::vector<ScopeOutput>& outputs() const { return outputs_; }
  bool outputs_known() const { return outputs_known_; }

  // The column that the range names, parentheses around it ignored. Nothing when in doubt.
  std::optional<ColumnId> Resolve(TokenRange range) const;

  TokenRange WithoutParentheses(TokenRange range) const;

  // Names used in the range; nothing when it holds a nested SELECT. Names within calls of aggregate
  // functions are left out on request.
  std::optional<std::vector<NameUse>> Names(TokenRange range, bool outside_aggregates) const;

  // The same text for the same expression: names resolved, quotes and case undone, outer parentheses off.
  std::string Canonical(TokenRange range) const;

  // The collation by which the expression's values are compared; empty when unknown.
  std::string Collation(TokenRange range) const;

  // A call at `token` of an aggregate function that is not a window call.
  bool IsAggregateCall(std::size_t token) const;

  // Whether some aggregate call makes one row of all (in the absence of GROUP BY).
  bool Aggregates() const;

 private:
  std::optional<ColumnId> ResolveName(std::optional<std::string> qualifier, const std::string& name) const;
  void ExpandOutputs();
  bool AggregatesIn(TokenRange range) const;

  const QueryText* text_;
  std::size_t select_;
  std::size_t core_;
  std::vector<Relation> relations_;
  bool open_ = false;
  std::vector<ScopeOutput> outputs_;
  bool outputs_known_ = true;
};

}  // namespace querygate::sqlite
