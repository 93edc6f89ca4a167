// What a result column accepts, and how it is delivered.
#include <algorithm>

#include "engine/policy/sql_tokens.h"
#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

bool HasOuterJoin(const CompiledQuery& query) {
  for (const CompiledStatement& statement : query.statements) {
    for (const SqlToken& token : TokenizeSql(statement.sql).tokens) {
      if (IsWord(token, "LEFT") || IsWord(token, "RIGHT") || IsWord(token, "FULL")) return true;
    }
  }
  return false;
}

// The schema itself keeps NULL out of the column, and no join brings one in.
bool NeverNull(const MutantList& mutants, std::size_t query, const std::string& name) {
  if (HasOuterJoin(mutants.report().queries[query])) return false;
  for (const StatementFacts& statement : mutants.inspection().queries[query]) {
    const auto is_named = [&](const ResultColumn& column) { return column.name == name && column.origin_not_null; };
    if (std::none_of(statement.columns.begin(), statement.columns.end(), is_named)) return false;
  }
  return true;
}

// A null would be rejected by an aggregate all the same, with the same reason.
bool GuardedByAggregate(const CompiledReport& report, std::size_t query, std::size_t column) {
  bool guarded = false;
  for (const ResultPlan::Part& part : report.result.parts) {
    const auto* group = std::get_if<GroupSpec>(&part.content);
    if (group == nullptr || group->query != query) continue;
    for (const GroupColumnSpec& total : group->columns) {
      const bool aggregates =
          total.kind != GroupColumnDeclaration::Kind::kFrom && total.kind != GroupColumnDeclaration::Kind::kCount;
      if (aggregates && total.input == column && !total.skip_nulls) guarded = true;
    }
  }
  return guarded;
}

}  // namespace

void AcceptNull(MutantList& mutants) {
  ForEachColumn(mutants.report(), [&](const std::string& place, std::size_t query, std::size_t column,
                                      const ColumnSpec& spec, const ColumnDeclaration& declared) {
    if (spec.nullable || NeverNull(mutants, query, spec.name)) return;
    if (GuardedByAggregate(mutants.report(), query, column)) return;
    mutants.AddReport("accept_null", place, declared.name.position, "nullable becomes true",
                      [&](CompiledReport& report) { report.queries[query].columns[column].nullable = true; });
  });
}

void ChangeEncode(MutantList& mutants) {
  const auto words = [](bool text) {
    return std::string(text ? "a decimal string becomes a number" : "a number becomes a decimal string");
  };
  const auto is_delivered = [&](std::size_t query, std::size_t column) {
    for (const ResultPlan::Part& part : mutants.report().result.parts) {
      const auto* plain = std::get_if<std::size_t>(&part.content);
      if (plain != nullptr && *plain == query) return true;
      const auto* group = std::get_if<GroupSpec>(&part.content);
      if (group == nullptr || group->query != query) continue;
      for (const GroupColumnSpec& from : group->columns) {
        if (from.kind == GroupColumnDeclaration::Kind::kFrom && from.input == column) return true;
      }
    }
    return false;
  };
  ForEachColumn(mutants.report(), [&](const std::string& place, std::size_t query, std::size_t column,
                                      const ColumnSpec& spec, const ColumnDeclaration& declared) {
    if (spec.type != ColumnType::kInteger || !is_delivered(query, column)) return;
    mutants.AddReport("change_encode", place, declared.name.position, words(spec.as_decimal_string),
                      [&](CompiledReport& report) {
                        bool& text = report.queries[query].columns[column].as_decimal_string;
                        text = !text;
                        // Groups keep the specifications of their inputs.
                        for (ResultPlan::Part& part : report.result.parts) {
                          auto* group = std::get_if<GroupSpec>(&part.content);
                          if (group != nullptr && group->query == query) group->inputs[column].as_decimal_string = text;
                        }
                      });
  });
  ForEachTotal(mutants.report(), [&](const std::string& place, std::size_t part, std::size_t column,
                                     const GroupColumnSpec& spec, const GroupColumnDeclaration& declared) {
    const GroupSpec& group = std::get<GroupSpec>(mutants.report().result.parts[part].content);
    const bool integer =
        spec.kind == GroupColumnDeclaration::Kind::kCount || group.inputs[spec.input].type == ColumnType::kInteger;
    if (!integer) return;
    mutants.AddReport("change_encode", place, declared.name.position, words(spec.as_decimal_string),
                      [&](CompiledReport& report) {
                        bool& text = GroupOf(report, part).columns[column].as_decimal_string;
                        text = !text;
                      });
  });
}

}  // namespace querygate::trial::mutations
