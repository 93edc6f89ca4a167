// What a declaration lets a compiled program touch, in terms of the schema rather than of names in SQL.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/authorize.h"

namespace querygate::sqlite {

// A piece of a b-tree's row: a column of the table, its rowid, or an index expression.
struct Piece {
  enum class Kind { kColumn, kRowid, kExpression } kind = Kind::kColumn;
  std::size_t column = 0;  // of the table, for kColumn
  friend bool operator==(const Piece&, const Piece&) = default;
};

// A b-tree of main: a table with rowids, or an index (also that of a WITHOUT ROWID table's primary key).
struct Tree {
  const SchemaObject* object = nullptr;
  const SchemaIndex* index = nullptr;
};

// The piece that is stored in the tree's field with this number; false when there is none.
bool PieceOf(const Tree& tree, std::size_t field, Piece& piece);

// The piece that identifies the row anyway (the rowid, a primary key column of a WITHOUT ROWID table): plans
// shuffle it about without any part of the statement having asked for it.
bool IsIdentity(const SchemaObject& object, const Piece& piece);

// Listed, or read by row scope. A generated column or an expression needs all that it is computed from.
bool IsDeclared(const AccessPolicy& policy, const Tree& tree, const Piece& piece);

// "parcels.private_note", for people.
std::string PieceName(const SchemaObject& object, const Piece& piece);

// What a generated column is computed from and the report does not list; names for people. Nothing when the
// column is not generated.
std::vector<std::string> UndeclaredSources(const AccessPolicy& policy, const SchemaObject& object,
                                           const SchemaColumn& column);

// The violation of using such a column.
Violation GeneratedSourceViolation(const SchemaObject& object, const SchemaColumn& column,
                                   const std::vector<std::string>& sources);

}  // namespace querygate::sqlite
