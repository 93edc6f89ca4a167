#include "engine/backend/sqlite/declared.h"

#include <algorithm>

#include "engine/backend/sqlite/text_rules.h"

namespace querygate::sqlite {
namespace {

Piece ColumnPiece(const SchemaObject& object, std::size_t column) {
  if (object.rowid_alias >= 0 && static_cast<std::size_t>(object.rowid_alias) == column)
    return {.kind = Piece::Kind::kRowid};
  return {.kind = Piece::Kind::kColumn, .column = column};
}

bool IsListedColumn(const AccessPolicy& policy, const SchemaObject& object, std::string_view column) {
  if (policy.allowlist->FindTable(object.name) == nullptr) return false;
  if (policy.allowlist->FindColumn(object.name, column) != nullptr) return true;
  return std::any_of(policy.scoped.begin(), policy.scoped.end(), [&](const ScopedAccess& scoped) {
    return SameName(scoped.table, object.name) && std::find(scoped.scope_columns.begin(), scoped.scope_columns.end(),
                                                            FoldName(column)) != scoped.scope_columns.end();
  });
}

bool IsListedRowid(const AccessPolicy& policy, const SchemaObject& object) {
  if (object.rowid_alias >= 0)
    return IsListedColumn(policy, object, object.columns[static_cast<std::size_t>(object.rowid_alias)].name);
  // A column of that name is what the author meant by it.
  const bool hidden = std::any_of(object.columns.begin(), object.columns.end(),
                                  [](const SchemaColumn& column) { return SameName(column.name, "rowid"); });
  return !hidden && policy.allowlist->FindColumn(object.name, "rowid") != nullptr;
}

std::vector<std::string> Missing(const AccessPolicy& policy, const SchemaObject& object,
                                 const ExpressionSources& sources) {
  if (!sources.understood) return {"an expression that cannot be followed"};
  std::vector<std::string> missing;
  for (const std::string& column : sources.columns) {
    if (!IsListedColumn(policy, object, column)) missing.push_back(object.name + "." + column);
  }
  for (const std::string& function : sources.functions) {
    if (policy.allowlist->FindFunction(function) == nullptr) missing.push_back(function + "()");
  }
  return missing;
}

}  // namespace

bool PieceOf(const Tree& tree, std::size_t field, Piece& piece) {
  const SchemaObject& object = *tree.object;
  if (tree.index != nullptr) {
    if (field >= tree.index->keys.size()) return false;
    const int column = tree.index->keys[field].column;
    if (column < -2 || column >= static_cast<int>(object.columns.size())) return false;
    if (column == -2) {
      piece = {.kind = Piece::Kind::kExpression};
    } else if (column == -1) {
      piece = {.kind = Piece::Kind::kRowid};
    } else {
      piece = ColumnPiece(object, static_cast<std::size_t>(column));
    }
    return true;
  }
  // A virtual generated column takes no room in the row.
  for (std::size_t column = 0; column < object.columns.size(); ++column) {
    if (object.columns[column].generated == SchemaColumn::Generated::kVirtual) continue;
    if (field-- == 0) {
      piece = ColumnPiece(object, column);
      return true;
    }
  }
  return false;
}

bool IsIdentity(const SchemaObject& object, const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::kRowid:
      return !object.without_rowid;
    case Piece::Kind::kColumn:
      return object.without_rowid && object.columns[piece.column].primary_key > 0;
    case Piece::Kind::kExpression:
      break;
  }
  return false;
}

bool IsDeclared(const AccessPolicy& policy, const Tree& tree, const Piece& piece) {
  const SchemaObject& object = *tree.object;
  switch (piece.kind) {
    case Piece::Kind::kRowid:
      return !object.without_rowid && IsListedRowid(policy, object);
    case Piece::Kind::kColumn: {
      const SchemaColumn& column = object.columns[piece.column];
      return IsListedColumn(policy, object, column.name) && UndeclaredSources(policy, object, column).empty();
    }
    case Piece::Kind::kExpression:
      return tree.index != nullptr && policy.allowlist->FindTable(object.name) != nullptr &&
             Missing(policy, object, IndexExpressionSources(object, *tree.index)).empty();
  }
  return false;
}

std::string PieceName(const SchemaObject& object, const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::kRowid:
      if (object.rowid_alias < 0) return object.name + ".rowid";
      return object.name + "." + object.columns[static_cast<std::size_t>(object.rowid_alias)].name;
    case Piece::Kind::kColumn:
      return object.name + "." + object.columns[piece.column].name;
    case Piece::Kind::kExpression:
      break;
  }
  return "an index expression of " + object.name;
}

std::vector<std::string> UndeclaredSources(const AccessPolicy& policy, const SchemaObject& object,
                                           const SchemaColumn& column) {
  if (column.generated == SchemaColumn::Generated::kNo) return {};
  return Missing(policy, object, GeneratedColumnSources(object, column.name));
}

Violation GeneratedSourceViolation(const SchemaObject& object, const SchemaColumn& column,
                                   const std::vector<std::string>& sources) {
  std::string names;
  for (const std::string& source : sources) names += (names.empty() ? "" : ", ") + source;
  return {.rule = "generated-source",
          .message = object.name + "." + column.name + " is computed from " + names + ", not listed under allow",
          .help = "list everything that the generated column is computed from, or do not use the column",
          .offset = std::nullopt,
          .subject = object.name + "." + column.name};
}

}  // namespace querygate::sqlite
