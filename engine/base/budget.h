// What one call may spend.
#pragma once

#include <chrono>
#include <cstdint>

namespace querygate {

// All members are upper bounds, positive. Defaults are those of a deployment that says nothing; a
// named `Limits` document replaces them and a report only narrows that.
struct Budget {
  std::chrono::milliseconds deadline{2000};
  std::chrono::milliseconds lock_wait{100};
  std::int64_t vm_steps = 1'000'000;
  std::int64_t source_rows = 10'000;
  std::int64_t groups = 1'000;
  std::int64_t result_bytes = 1 << 20;
  std::int64_t value_bytes = 100'000;
  std::int64_t sql_bytes = 8'000;
  std::int64_t memory = 64 << 20;

  friend bool operator==(const Budget&, const Budget&) = default;
};

// The smaller of each.
Budget Tighten(const Budget& a, const Budget& b);

}  // namespace querygate
