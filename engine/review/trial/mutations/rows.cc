// How many rows a query may give, and what becomes of more.
#include <algorithm>

#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

using Mode = RowsDeclaration::Mode;

template <typename Take>
void ForEachQuery(const CompiledReport& report, Take take) {
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    take(QueryPlace(report.queries[query]) + ".rows", query, report.queries[query],
         report.declaration->queries[query].rows);
  }
}

SourcePosition MaxPosition(const RowsDeclaration& rows) {
  return std::visit([](const auto& max) { return max.position; }, rows.max);
}

void Complete(Outcome& outcome) {
  auto* result = std::get_if<DeliveredResult>(&outcome.body);
  if (result == nullptr) return;
  for (ResultPart& part : result->parts) part.truncated = false;
  if (result->coverage) result->coverage->truncated.clear();
}

}  // namespace

void WidenRows(MutantList& mutants) {
  ForEachQuery(mutants.report(), [&](const std::string& place, std::size_t query, const CompiledQuery& compiled,
                                     const RowsDeclaration& declared) {
    if (compiled.rows.mode != Mode::kMany) return;
    if (const auto* max = std::get_if<std::int64_t>(&compiled.rows.max)) {
      mutants.AddReport("widen_rows", place, MaxPosition(declared),
                        "max " + std::to_string(*max) + " becomes " + std::to_string(*max + 1),
                        [query](CompiledReport& report) {
                          auto& wider = std::get<std::int64_t>(report.queries[query].rows.max);
                          ++wider;
                          report.budget.source_rows = std::max(report.budget.source_rows, wider);
                        });
      return;
    }
    const std::size_t parameter = std::get<std::size_t>(compiled.rows.max);
    Mutant& mutant =
        mutants.Add("widen_rows", place, MaxPosition(declared), "one row more than asked for is permitted");
    mutant.distortion.bound = [parameter](Bindings& bindings) {
      for (TypedValue& value : bindings.parameters[parameter].typed) {
        if (auto* rows = std::get_if<std::int64_t>(&value)) ++*rows;
      }
    };
  });
}

void TruncateRows(MutantList& mutants) {
  ForEachQuery(mutants.report(), [&](const std::string& place, std::size_t query, const CompiledQuery& compiled,
                                     const RowsDeclaration& declared) {
    if (compiled.rows.mode != Mode::kMany || compiled.rows.truncate) return;
    mutants.AddReport("truncate_rows", place, declared.position, "reject becomes truncate",
                      [query](CompiledReport& report) { report.queries[query].rows.truncate = true; });
  });
}

void CutSilently(MutantList& mutants) {
  ForEachQuery(mutants.report(), [&](const std::string& place, std::size_t query, const CompiledQuery& compiled,
                                     const RowsDeclaration& declared) {
    const auto* max = std::get_if<std::int64_t>(&compiled.rows.max);
    if (compiled.rows.mode != Mode::kMany || max == nullptr) return;
    const auto limit = static_cast<std::size_t>(*max);
    Mutant& mutant = mutants.Add("cut_silently", place, declared.position, "rows beyond max are not even read");
    mutant.distortion.read = [query, limit](std::size_t at, StoredRows& rows) {
      if (at == query && rows.size() > limit) rows.resize(limit);
    };
  });
}

void ClaimComplete(MutantList& mutants) {
  ForEachQuery(mutants.report(), [&](const std::string& place, std::size_t, const CompiledQuery& compiled,
                                     const RowsDeclaration& declared) {
    if (!compiled.rows.truncate) return;
    mutants.Add("claim_complete", place, declared.position, "nothing is said about rows that were cut")
        .distortion.answered = &Complete;
  });
}

void TakeFirstOfMany(MutantList& mutants) {
  ForEachQuery(mutants.report(), [&](const std::string& place, std::size_t query, const CompiledQuery& compiled,
                                     const RowsDeclaration& declared) {
    if (compiled.rows.mode == Mode::kMany) return;
    Mutant& mutant = mutants.Add("take_first", place, declared.position, "a second row is not even read");
    mutant.distortion.read = [query](std::size_t at, StoredRows& rows) {
      if (at == query && rows.size() > 1) rows.resize(1);
    };
  });
}

}  // namespace querygate::trial::mutations
