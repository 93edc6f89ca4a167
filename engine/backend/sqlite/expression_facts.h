// What an expression of a statement gives, followed through common tables and nested SELECTs: its kind of value,
// whether it can be NULL, which column it is. For `draft`: what cannot be followed is unknown and may be NULL.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/backend/sqlite/order_relations.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/backend/survey.h"

namespace querygate::sqlite {

class ExpressionReader {
 public:
  // All must outlive it.
  ExpressionReader(const QueryText& text, TextRelations& relations, const Schema& schema)
      : text_(text), relations_(relations), schema_(schema) {}

  ExpressionFacts Read(std::size_t select, std::size_t core, TokenRange range);
  // Of one output of a SELECT, all parts of a compound considered. Stars count as what they stand for.
  ExpressionFacts ReadOutput(std::size_t select, std::size_t output);

 private:
  struct Place {
    std::size_t select, core;
  };

  std::optional<ExpressionFacts> ReadLiteral(TokenRange range) const;
  std::optional<ExpressionFacts> ReadColumn(Place place, TokenRange range);
  std::optional<ExpressionFacts> ReadOperator(Place place, TokenRange range);
  std::optional<ExpressionFacts> ReadCase(Place place, TokenRange range);
  std::optional<ExpressionFacts> ReadCall(Place place, TokenRange range);
  std::optional<ExpressionFacts> ReadNested(TokenRange range);
  ExpressionFacts OfColumn(Place place, ColumnId id);
  ExpressionFacts OfSchemaColumn(const SchemaObject& object, std::size_t column) const;
  ExpressionFacts Aggregate(Place place, const std::string& name, TokenRange arguments, bool whole_group);

  const QueryText& text_;
  TextRelations& relations_;
  const Schema& schema_;
  // Outputs on the way: a recursive reference sees what the parts before its own gave.
  std::map<std::pair<std::size_t, std::size_t>, std::optional<ExpressionFacts>> reading_;
};

}  // namespace querygate::sqlite
