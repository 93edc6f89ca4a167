#include "engine/lint/rules/result_aggregates.h"
#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string HelpFor(const AggregateCall& call) {
  if (call.function == "avg") return "declare the column as real, or deliver sum and count and let the reader divide";
  return "sum integers in the SQL, or sum exactly with `sum` under result.group";
}

}  // namespace

void FindInexactAggregates(const LintInput& input, LintFindings& findings) {
  ForEachResultAggregate(
      input, [&](std::size_t query, std::size_t column, const CompiledStatement& statement, const AggregateCall& call) {
        const ColumnSpec& spec = input.report.queries[query].columns[column];
        const bool exact = spec.type == ColumnType::kInteger || spec.type == ColumnType::kDecimal;
        if (!exact || !GivesDouble(call)) return;
        findings.Add("inexact-aggregate", PlaceOfOffset(statement, call.offset),
                     Upper(call.function) + " goes through a double, and " + compiling::Quoted(spec.name) +
                         " is declared " + std::string(NameOf(spec.type)),
                     HelpFor(call));
      });
}

}  // namespace querygate::lint
