// Grouping and totals.
#include <cmath>
#include <cstdlib>
#include <string>

#include "engine/base/decimal.h"
#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

using Kind = GroupColumnDeclaration::Kind;

// Decimal digits that every double carries.
constexpr int kExactDigits = 15;

int Digits(const std::optional<TypedValue>& bound) {
  if (!bound) return 38;
  if (const auto* decimal = std::get_if<Decimal>(&*bound)) {
    int digits = 0;
    while (digits < 38 && !WithinPrecision(*decimal, digits)) ++digits;
    return digits;
  }
  return 38;
}

std::string ThroughDouble(const std::string& text) {
  const auto exact = ParseDecimal(text);
  if (!exact) return text;
  const double rounded = std::strtod(text.c_str(), nullptr);
  char digits[512];
  std::snprintf(digits, sizeof digits, "%.*f", exact->scale, rounded);
  return digits;
}

}  // namespace

void WidenGroups(MutantList& mutants) {
  ForEachGroup(mutants.report(), [&](const std::string& place, std::size_t part, const GroupSpec& group,
                                     const GroupDeclaration& declared) {
    if (group.by.empty()) return;
    mutants.AddReport("widen_groups", place, declared.max ? declared.max->position : declared.position,
                      "max " + std::to_string(group.max_groups) + " becomes " + std::to_string(group.max_groups + 1),
                      [part](CompiledReport& report) { ++GroupOf(report, part).max_groups; });
  });
}

void IgnoreTotalRange(MutantList& mutants) {
  ForEachTotal(mutants.report(), [&](const std::string& place, std::size_t part, std::size_t column,
                                     const GroupColumnSpec&, const GroupColumnDeclaration& declared) {
    if (!declared.min && !declared.max) return;
    const SourcePosition position = declared.max   ? declared.max->position
                                    : declared.min ? declared.min->position
                                                   : declared.name.position;
    mutants.AddReport("ignore_total_range", place, position, "its range is not checked",
                      [part, column](CompiledReport& report) {
                        GroupColumnSpec& total = GroupOf(report, part).columns[column];
                        // Wide enough for whatever 64-bit values can add up to.
                        const Decimal widest{Int128{1} << 100, 0};
                        if (total.min) total.min = Decimal{-widest.coefficient, 0};
                        if (total.max) total.max = widest;
                      });
  });
}

// Where the range keeps every total within the digits of a double, nothing could be told apart.
void SumThroughDouble(MutantList& mutants) {
  ForEachTotal(mutants.report(), [&](const std::string& place, std::size_t part, std::size_t column,
                                     const GroupColumnSpec& spec, const GroupColumnDeclaration& declared) {
    if (spec.kind != Kind::kSum) return;
    if (std::max(Digits(spec.min ? spec.min : TypedValue(Decimal{})), Digits(spec.max)) <= kExactDigits) return;
    Mutant& mutant = mutants.Add("sum_through_double", place, declared.argument.position,
                                 "the total is rounded to a floating-point number");
    mutant.distortion.answered = [part, column](Outcome& outcome) {
      auto* result = std::get_if<DeliveredResult>(&outcome.body);
      if (result == nullptr) return;
      RowSet& rows = result->parts[part].rows;
      for (std::size_t row = 0; row < rows.row_count(); ++row) {
        Cell& cell = rows.cells[row * rows.columns.size() + column];
        if (auto* text = std::get_if<std::string>(&cell)) *text = ThroughDouble(*text);
      }
    };
  });
}

void SkipNulls(MutantList& mutants) {
  ForEachTotal(mutants.report(), [&](const std::string& place, std::size_t part, std::size_t column,
                                     const GroupColumnSpec& spec, const GroupColumnDeclaration& declared) {
    const GroupSpec& group = std::get<GroupSpec>(mutants.report().result.parts[part].content);
    const bool aggregates = spec.kind != Kind::kCount;
    const bool can_be_null = group.inputs[spec.input].nullable || (spec.kind != Kind::kSum && group.by.empty());
    if (!aggregates || !can_be_null) return;
    mutants.AddReport("skip_nulls", place, declared.name.position,
                      spec.skip_nulls ? "nulls are rejected" : "nulls are skipped",
                      [part, column](CompiledReport& report) {
                        bool& skip = GroupOf(report, part).columns[column].skip_nulls;
                        skip = !skip;
                      });
  });
}

void ReverseGroupOrder(MutantList& mutants) {
  ForEachGroup(mutants.report(), [&](const std::string& place, std::size_t part, const GroupSpec& group,
                                     const GroupDeclaration& declared) {
    for (std::size_t term = 0; term < group.order_by.size(); ++term) {
      const bool descending = group.order_by[term].descending;
      mutants.AddReport("reverse_group_order", place + ".order_by." + std::to_string(term + 1),
                        declared.order_by[term].column.position,
                        descending ? "descending becomes ascending" : "ascending becomes descending",
                        [part, term](CompiledReport& report) {
                          bool& order = GroupOf(report, part).order_by[term].descending;
                          order = !order;
                        });
    }
  });
}

}  // namespace querygate::trial::mutations
