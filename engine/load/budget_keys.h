// The keys of a budget: of a Limits document, and of a report that narrows one.
#pragma once

#include <array>

#include "engine/declaration/limits.h"
#include "engine/load/key_table.h"

namespace querygate {

inline constexpr std::size_t kBudgetKeyCount = 9;

// Rows for a mapping of type T that holds a BudgetNarrowing in `kBudget`.
template <typename T, BudgetNarrowing T::*kBudget>
constexpr std::array<KeyRule<T>, kBudgetKeyCount> BudgetKeys() {
  constexpr auto kOptional = Presence::kOptional;
  using Reader = DocumentReader;
  using Node = YamlNode;
  return {{
      {"deadline",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.Duration(v, w, (t.*kBudget).deadline); },
        &DurationSchema},
       "How long a call may take, counted from the acceptance of the request."},
      {"lock_wait",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.Duration(v, w, (t.*kBudget).lock_wait); },
        &DurationSchema},
       "How long a call may wait for a lock of the database."},
      {"vm_steps",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.Integer(v, w, kPositive, (t.*kBudget).vm_steps); },
        &CountSchema},
       "How many steps the database may take for one call."},
      {"source_rows",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) {
          r.Integer(v, w, kPositive, (t.*kBudget).source_rows);
        },
        &CountSchema},
       "How many rows one query may give; one more rejects with source_limit."},
      {"groups",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.Integer(v, w, kPositive, (t.*kBudget).groups); },
        &CountSchema},
       "How many groups a result may have; one more rejects with group_limit."},
      {"result_bytes",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).result_bytes); },
        &ByteSizeSchema},
       "How large the result may be, counted on its JSON body."},
      {"value_bytes",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).value_bytes); },
        &ByteSizeSchema},
       "How large one value may be."},
      {"sql_bytes",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).sql_bytes); },
        &ByteSizeSchema},
       "How long the SQL may be, with its lists expanded."},
      {"memory",
       kOptional,
       {[](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).memory); },
        &ByteSizeSchema},
       "How much memory a call may take."},
  }};
}

}  // namespace querygate
