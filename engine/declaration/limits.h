// `kind: Limits`: a named budget, and the narrowing of one inside a report.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/source_text.h"

namespace querygate {

// Members that were written; units are those of Budget (milliseconds, bytes, counts).
struct BudgetNarrowing {
  std::optional<Located<std::int64_t>> deadline, lock_wait, vm_steps, source_rows, groups, result_bytes,
      value_bytes, sql_bytes, memory;
};

struct LimitsDeclaration {
  std::string name;
  std::shared_ptr<const SourceText> text;
  std::string description;
  BudgetNarrowing values;  // members left out keep Budget's defaults
};

}  // namespace querygate
