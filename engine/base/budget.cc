#include "engine/base/budget.h"

#include <algorithm>

namespace querygate {

Budget Tighten(const Budget& a, const Budget& b) {
  Budget result;
  result.deadline = std::min(a.deadline, b.deadline);
  result.lock_wait = std::min(a.lock_wait, b.lock_wait);
  result.vm_steps = std::min(a.vm_steps, b.vm_steps);
  result.source_rows = std::min(a.source_rows, b.source_rows);
  result.groups = std::min(a.groups, b.groups);
  result.result_bytes = std::min(a.result_bytes, b.result_bytes);
  result.value_bytes = std::min(a.value_bytes, b.value_bytes);
  result.sql_bytes = std::min(a.sql_bytes, b.sql_bytes);
  result.memory = std::min(a.memory, b.memory);
  return result;
}

}  // namespace querygate
