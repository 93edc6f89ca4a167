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
      {"deadline", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.Duration(v, w, (t.*kBudget).deadline); }},
      {"lock_wait", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.Duration(v, w, (t.*kBudget).lock_wait); }},
      {"vm_steps", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.Integer(v, w, kPositive, (t.*kBudget).vm_steps); }},
      {"source_rows", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) {
         r.Integer(v, w, kPositive, (t.*kBudget).source_rows);
       }},
      {"groups", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.Integer(v, w, kPositive, (t.*kBudget).groups); }},
      {"result_bytes", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).result_bytes); }},
      {"value_bytes", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).value_bytes); }},
      {"sql_bytes", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).sql_bytes); }},
      {"memory", kOptional,
       [](Reader& r, const Node& v, std::string_view w, T& t) { r.ByteSize(v, w, (t.*kBudget).memory); }},
  }};
}

}  // namespace querygate
