#include "engine/backend/sqlite/statement_survey.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "engine/backend/sqlite/expression_facts.h"
#include "engine/backend/sqlite/parameter_survey.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {
namespace {

std::size_t EndOf(const SqlToken& token) { return token.offset + token.text.size(); }

// `LIMIT n`, `LIMIT :n`, with an OFFSET behind or, with a comma, in front. Anything else is an expression.
LimitFacts ReadLimit(std::span<const SqlToken> tokens, std::size_t limit) {
  LimitFacts facts{.offset = tokens[limit].offset, .end = EndOf(tokens.back()), .number = {}, .parameter = {}};
  for (std::size_t i = limit + 1; i < tokens.size(); ++i) {
    facts.skips |= IsWord(tokens[i], "OFFSET") || IsOperator(tokens[i], ",");
  }
  if (limit + 2 != tokens.size()) return facts;
  const SqlToken& value = tokens[limit + 1];
  if (value.kind == SqlToken::Kind::kParameter && value.text.size() > 1) facts.parameter = value.text.substr(1);
  if (value.kind != SqlToken::Kind::kNumber) return facts;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  if (error == std::errc() && end == value.text.data() + value.text.size()) facts.number = number;
  return facts;
}

void ReadOrder(std::string_view sql, const QueryText& text, StatementSurvey& survey) {
  const Select& statement = text.outline->selects.front();
  const std::size_t end = statement.limit.value_or(text.tokens.size());
  survey.order_end = end == 0 ? 0 : EndOf(text.tokens[end - 1]);
  if (statement.order_by.empty()) return;
  const std::size_t begin = text.tokens[statement.order_by.front().begin].offset;
  survey.order_by = sql.substr(begin, survey.order_end - begin);
}

OutputFacts ReadOutput(std::string_view sql, const QueryText& text, const OutputColumn& output) {
  OutputFacts facts;
  facts.star = output.star;
  facts.aliased = !output.alias.empty();
  if (output.expression.empty()) return facts;
  facts.offset = text.tokens[output.expression.begin].offset;
  facts.length = EndOf(text.tokens[output.expression.end - 1]) - facts.offset;
  facts.text = sql.substr(facts.offset, facts.length);
  return facts;
}

void Follow(std::string_view sql, const QueryText& text, const Schema& schema, StatementSurvey& survey) {
  ViewRelations views(schema);
  TextRelations relations(text, views);
  ExpressionReader expressions(text, relations, schema);
  const Select& statement = text.outline->selects.front();
  const SelectCore& first = statement.cores.front();
  const bool stars =
      std::any_of(first.outputs.begin(), first.outputs.end(), [](const OutputColumn& output) { return output.star; });
  for (std::size_t i = 0; i < first.outputs.size(); ++i) {
    OutputFacts facts = ReadOutput(sql, text, first.outputs[i]);
    if (!stars) facts.value = expressions.ReadOutput(0, i);
    survey.outputs.push_back(std::move(facts));
  }
  const CoreScope& scope = relations.ScopeOf(0, 0);
  survey.one_row = statement.cores.size() == 1 && first.group_by.empty() && scope.Aggregates();
  const Relation& rows = relations.OfSelect(0);
  if (!stars && !rows.keys.empty()) {
    const auto shortest =
        std::min_element(rows.keys.begin(), rows.keys.end(),
                         [](const RelationKey& a, const RelationKey& b) { return a.parts.size() < b.parts.size(); });
    for (const RelationKey::Part& part : shortest->parts) survey.key.push_back(part.column);
  }
  SurveyParameters(text, expressions, survey.parameters);
  SurveyLiterals(text, expressions, survey.literals);
}

}  // namespace

StatementSurvey SurveyStatement(const Schema& schema, std::string_view sql) {
  StatementSurvey survey;
  const SqlTokens all = TokenizeSql(sql);
  const auto end = std::find_if(all.tokens.begin(), all.tokens.end(),
                                [](const SqlToken& token) { return token.kind == SqlToken::Kind::kSemicolon; });
  const auto tokens = std::span(all.tokens).first(static_cast<std::size_t>(end - all.tokens.begin()));
  if (!tokens.empty()) survey.statement_end = EndOf(tokens.back());
  const Outline outline = ParseOutline(tokens, {0, tokens.size()});
  const QueryText text{tokens, &outline, MatchParentheses(tokens)};
  survey.understood = outline.understood && !text.match.empty();
  if (!survey.understood) {
    NameParameters(tokens, survey.parameters);
    return survey;
  }
  if (const auto limit = outline.selects.front().limit) survey.limit = ReadLimit(tokens, *limit);
  ReadOrder(sql, text, survey);
  Follow(sql, text, schema, survey);
  return survey;
}

SchemaSurvey SurveySchema(const Schema& schema) {
  SchemaSurvey survey;
  for (const auto& [folded, object] : schema.objects) {
    const bool unnamed = std::any_of(object.columns.begin(), object.columns.end(),
                                     [](const SchemaColumn& column) { return column.name.empty(); });
    if (object.kind == SchemaObject::Kind::kVirtualTable || unnamed) continue;
    SurveyedTable table{.name = object.name, .columns = {}};
    table.view = object.kind == SchemaObject::Kind::kView;
    table.has_rowid = !table.view && !object.without_rowid && object.rowid_alias < 0;
    for (std::size_t i = 0; i < object.columns.size(); ++i) {
      const SchemaColumn& column = object.columns[i];
      const bool rowid = object.rowid_alias >= 0 && static_cast<std::size_t>(object.rowid_alias) == i;
      const bool key = rowid || (object.without_rowid && column.primary_key > 0);
      table.columns.push_back({column.name, column.declared_type, column.not_null || key});
    }
    survey.tables.push_back(std::move(table));
  }
  return survey;
}

}  // namespace querygate::sqlite
