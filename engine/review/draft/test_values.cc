#include "engine/review/draft/test_values.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/policy/allowlist.h"
#include "engine/policy/sql_tokens.h"
#include "engine/review/draft/declared_type.h"

namespace querygate::draft {
namespace {

using Meaning = DeclaredType::Meaning;
using Use = ParameterFacts::Use;

// The day of invented rows lies between the first and the last that a caller asks for.
constexpr std::string_view kFirstDay = "2024-01-01";
constexpr std::string_view kDay = "2024-06-15";
constexpr std::string_view kLastDay = "2024-12-31";
constexpr std::int64_t kManyRows = 10;
constexpr std::int64_t kHigh = 1'000'000;

Argument Text(std::string text) {
  Argument argument;
  argument.kind = Argument::Kind::kString;
  argument.text = std::move(text);
  return argument;
}

Argument Integer(std::int64_t integer) {
  Argument argument;
  argument.kind = Argument::Kind::kInteger;
  argument.integer = integer;
  return argument;
}

// What could match the patterns that `draft` writes, the rows' day among it.
constexpr auto kWords = std::to_array<std::string_view>({"a", "2024", "2024-06", "06", "15", "6", "12", "0", "1", "A"});

std::optional<Argument> StringFor(const ParameterSpec& spec) {
  for (const std::string_view word : kWords) {
    const auto length = static_cast<std::int64_t>(word.size());
    if ((spec.min_length && length < *spec.min_length) || (spec.max_length && length > *spec.max_length)) continue;
    if (spec.pattern == nullptr || spec.pattern->Matches(word)) return Text(std::string(word));
  }
  return std::nullopt;
}

std::int64_t IntegerFor(const ParameterSpec& spec, Use use) {
  std::int64_t value = use == Use::kFrom ? 0 : use == Use::kTo ? kHigh : use == Use::kLimit ? kManyRows : 1;
  const auto* min = spec.min ? std::get_if<std::int64_t>(&*spec.min) : nullptr;
  const auto* max = spec.max ? std::get_if<std::int64_t>(&*spec.max) : nullptr;
  if (min != nullptr) value = std::max(value, *min);
  if (max != nullptr) value = std::min(value, *max);
  return value;
}

std::optional<Argument> SingleFor(const ParameterSpec& spec, Use use) {
  if (!spec.choices.empty()) {
    if (const auto* number = std::get_if<std::int64_t>(&spec.choices.front().value)) return Integer(*number);
    if (const auto* text = std::get_if<std::string>(&spec.choices.front().value)) return Text(*text);
    return std::nullopt;
  }
  switch (spec.type) {
    case ScalarType::kString:
      return StringFor(spec);
    case ScalarType::kInteger:
      return Integer(IntegerFor(spec, use));
    case ScalarType::kDecimal:
      return Text(use == Use::kFrom ? "0" : use == Use::kTo ? "100000" : "1");
    case ScalarType::kBoolean: {
      Argument argument;
      argument.kind = Argument::Kind::kBoolean;
      argument.boolean = true;
      return argument;
    }
    case ScalarType::kDate:
      return Text(std::string(use == Use::kFrom ? kFirstDay : use == Use::kTo ? kLastDay : kDay));
    case ScalarType::kTimestamp:
      return Text(std::string(kDay) + "T12:00:00Z");
  }
  return std::nullopt;
}

std::string KeyOf(std::string_view table, std::string_view column) { return FoldName(table) + "." + FoldName(column); }

Value LiteralValue(const ComparedLiteral& literal) {
  if (literal.text.empty()) return Value::Null();
  if (literal.text.front() == '\'') return Value::Text(literal.text.substr(1, literal.text.size() - 2));
  const char* end = literal.text.data() + literal.text.size();
  std::int64_t integer = 0;
  const auto whole = std::from_chars(literal.text.data(), end, integer);
  const std::int64_t step = literal.use == Use::kFrom ? 1 : literal.use == Use::kTo ? -1 : 0;
  if (whole.ec == std::errc() && whole.ptr == end) return Value::Integer(integer + step);
  double real = 0;
  std::from_chars(literal.text.data(), end, real);
  return Value::Real(real + static_cast<double>(step));
}

// A value of the column's own for row `row` (from 0).
Value Invent(const std::string& name, const DeclaredType& type, int row, std::int64_t first) {
  const std::int64_t number = first + row;
  const std::string suffix = " " + std::to_string(row + 1);
  switch (type.meaning) {
    case Meaning::kInteger:
    case Meaning::kNone:
      return Value::Integer(number);
    case Meaning::kBoolean:
      return Value::Integer(1);
    case Meaning::kReal:
      return Value::Real(static_cast<double>(number) + 0.5);
    case Meaning::kDecimal:
      return type.precision && type.scale.value_or(0) == 0 ? Value::Integer(number)
                                                           : Value::Real(static_cast<double>(number) + 0.25);
    case Meaning::kDate:
      return Value::Text(std::string(kDay));
    case Meaning::kTimestamp:
      return Value::Text(std::string(kDay) + " 12:00:0" + std::to_string(row));
    case Meaning::kBlob:
      return Value::Blob("blob");
    case Meaning::kText:
      break;
  }
  std::string text = name + suffix;
  if (type.length && static_cast<std::int64_t>(text.size()) > *type.length) {
    text = std::to_string(row + 1).substr(0, static_cast<std::size_t>(*type.length));
  }
  return Value::Text(std::move(text));
}

}  // namespace

std::optional<Argument> ArgumentFor(const ParameterSpec& spec, const ParameterFacts* facts) {
  auto single = SingleFor(spec, facts == nullptr ? Use::kUnknown : facts->use);
  if (!single || !spec.list) return single;
  Argument list;
  list.kind = Argument::Kind::kArray;
  list.items.push_back(*std::move(single));
  return list;
}

FixedValues FixedBy(const CompiledReport& report, const StatementSurvey& statement,
                    const std::vector<BoundParameter>& bound) {
  FixedValues fixed;
  for (const ComparedLiteral& literal : statement.literals) {
    fixed.insert_or_assign(KeyOf(literal.column.table, literal.column.column), LiteralValue(literal));
  }
  for (const ParameterFacts& facts : statement.parameters) {
    const auto index = report.FindParameter(facts.name);
    const bool equal = facts.use == Use::kEqual || facts.use == Use::kListed || facts.use == Use::kLike;
    if (!index || !equal || facts.computed || !facts.compared.origin || bound[*index].stored.empty()) continue;
    const ColumnOrigin& origin = *facts.compared.origin;
    fixed.insert_or_assign(KeyOf(origin.table, origin.column), bound[*index].stored.front());
  }
  for (const RowScope& scope : report.row_scope) {
    for (const auto& [column, name] : scope.columns) {
      fixed.insert_or_assign(KeyOf(scope.table, column), Value::Text(name));
    }
  }
  return fixed;
}

std::vector<ScratchRow> InventRows(const CompiledReport& report, const SchemaSurvey& schema, const FixedValues& fixed,
                                   RowPlan plan) {
  std::vector<ScratchRow> rows;
  for (const SurveyedTable& table : schema.tables) {
    if (table.view || report.allowlist.FindTable(table.name) == nullptr) continue;
    for (int row = 0; row < plan.rows; ++row) {
      ScratchRow made;
      made.table = table.name;
      for (const SurveyedColumn& column : table.columns) {
        const auto known = fixed.find(KeyOf(table.name, column.name));
        const bool read = report.allowlist.FindColumn(table.name, column.name) != nullptr;
        if (known == fixed.end() && !read && !column.not_null) continue;
        const DeclaredType type = ReadDeclaredType(column.declared_type);
        if (known == fixed.end() && type.meaning == Meaning::kBlob && !column.not_null) continue;
        made.columns.emplace_back(column.name,
                                  known != fixed.end() ? known->second : Invent(column.name, type, row, plan.first));
      }
      rows.push_back(std::move(made));
    }
  }
  return rows;
}

}  // namespace querygate::draft
