// What is known of every relation that a text reads: tables with their keys, views, common tables and
// nested SELECTs with the columns and keys that follow from their own text.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/order_closure.h"
#include "engine/backend/sqlite/order_scope.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite {

// Relations of the schema's views, shared by all texts so that views over views are followed once.
class ViewRelations {
 public:
  // With a report, tables with row scope are what its readers see of them.
  explicit ViewRelations(const Schema& schema, const CompiledReport* report = nullptr)
      : schema_(&schema), report_(report) {}

  const Schema& schema() const { return *schema_; }
  const Relation& Of(const SchemaObject& view);
  Relation OfTable(const SchemaObject& table) const;

 private:
  const Schema* schema_;
  const CompiledReport* report_;
  std::map<std::string, Relation, std::less<>> known_;  // by folded name
};

// Of one text. `text` and `views` must outlive it.
class TextRelations : public OuterColumns {
 public:
  TextRelations(const QueryText& text, ViewRelations& views);

  const Relation& OfSelect(std::size_t select);
  // Scopes are made once and live as long as this object.
  const CoreScope& ScopeOf(std::size_t select, std::size_t core);

  bool IsConstantFor(const CoreScope& scope, TokenRange range, const RelationColumn& column) const override;

 private:
  Relation OfItem(std::size_t select, const FromItem& item);
  Relation OfTable(std::size_t select, const std::string& name);
  void PrepareEnclosing(std::size_t select);
  Relation Build(std::size_t select);
  void AddKeys(std::size_t select, Relation& relation);
  void AddGroupKey(const CoreScope& scope, Relation& relation);
  void AddRowKey(const CoreScope& scope, Relation& relation);
  bool IsPossibleOuter(const CoreScope& scope, TokenRange range) const;

  const QueryText* text_;
  ViewRelations* views_;
  std::vector<std::optional<Relation>> selects_;
  std::map<std::pair<std::size_t, std::size_t>, CoreScope> scopes_;
};

// Replaces the names of `relation`'s columns by stated ones.
void RenameColumns(Relation& relation, const std::vector<std::string>& names);

// The expression that a GROUP BY or ORDER BY term stands for: an output (by number or alias) or itself.
struct TermTarget {
  TokenRange expression;
  std::optional<std::size_t> output;  // index of the scope's outputs with the same expression
  std::optional<ColumnId> column;     // when it is a plain column
};
TermTarget GroupTermTarget(const CoreScope& scope, TokenRange term);
TermTarget OrderTermTarget(const CoreScope& scope, TokenRange term);

}  // namespace querygate::sqlite
