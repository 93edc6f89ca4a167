#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

// The storage class that a contract asks for.
enum class Asked { kAny, kInteger, kDouble, kNumber, kText };

Asked AskedBy(const ColumnSpec& spec) {
  switch (spec.type) {
    case ColumnType::kInteger:
    case ColumnType::kBoolean:
      return Asked::kInteger;
    case ColumnType::kReal:
      return Asked::kDouble;
    case ColumnType::kText:
      return Asked::kText;
    case ColumnType::kDecimal:
      if (spec.store == Store::kScaledInteger) return Asked::kInteger;
      if (spec.store == Store::kReal) return Asked::kNumber;
      return spec.store == Store::kText ? Asked::kText : Asked::kAny;
    case ColumnType::kTimestamp:
      return spec.store == Store::kUnixS || spec.store == Store::kUnixMs ? Asked::kInteger : Asked::kAny;
    case ColumnType::kDate:
    case ColumnType::kBlob:
      break;
  }
  return Asked::kAny;
}

// What the column does that the contract then rejects; empty when the two agree.
std::string_view Conflict(Affinity affinity, Asked asked) {
  switch (affinity) {
    case Affinity::kText:
      return asked == Asked::kInteger || asked == Asked::kDouble || asked == Asked::kNumber ? "numbers as text" : "";
    case Affinity::kReal:
      if (asked == Asked::kInteger) return "integers as doubles";
      break;
    case Affinity::kInteger:
    case Affinity::kNumeric:
      if (asked == Asked::kDouble) return "whole doubles as integers";
      break;
    case Affinity::kNone:
      return "";
  }
  return asked == Asked::kText ? "text of digits as numbers" : "";
}

// Columns for dates commonly have types that SQLite takes for numeric; their texts are never digits alone.
bool IsTemporal(std::string_view declared_type) {
  return FoldName(declared_type).find("date") != std::string::npos ||
         FoldName(declared_type).find("time") != std::string::npos;
}

}  // namespace

void FindColumnTypeMismatches(const LintInput& input, LintFindings& findings) {
  const std::size_t queries = std::min(input.report.queries.size(), input.inspection.queries.size());
  for (std::size_t query = 0; query < queries; ++query) {
    const CompiledQuery& compiled = input.report.queries[query];
    for (std::size_t column = 0; column < compiled.columns.size(); ++column) {
      const ColumnSpec& spec = compiled.columns[column];
      const auto find = [&](const StatementFacts& facts) -> const ResultColumn* {
        const auto found = std::find_if(facts.columns.begin(), facts.columns.end(),
                                        [&spec](const ResultColumn& result) { return result.name == spec.name; });
        if (found == facts.columns.end() || Conflict(found->affinity, AskedBy(spec)).empty()) return nullptr;
        return AskedBy(spec) == Asked::kText && IsTemporal(found->declared_type) ? nullptr : &*found;
      };
      for (const StatementFacts& facts : input.inspection.queries[query]) {
        const ResultColumn* result = find(facts);
        if (result == nullptr) continue;
        findings.Add("column-type-mismatch", input.report.declaration->queries[query].columns[column].type_position,
                     Quoted(result->origin_table + "." + result->origin_column) + ", declared " +
                         result->declared_type + ", stores " + std::string(Conflict(result->affinity, AskedBy(spec))) +
                         ", which the contract rejects",
                     "declare what is stored, or mend the schema");
        break;
      }
    }
  }
}

}  // namespace querygate::lint
