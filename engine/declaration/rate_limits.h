// `rate_limits:` of a Gateway document.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/source_text.h"

namespace querygate {

// At most `burst` calls at once, and `calls` in each `per` in the long run.
struct RateLimitDeclaration {
  Located<std::int64_t> calls;
  std::int64_t per_milliseconds = 60'000;
  std::optional<Located<std::int64_t>> burst;  // absent: `calls`
};

struct RateLimitsDeclaration {
  std::optional<RateLimitDeclaration> gateway, caller, report;
};

}  // namespace querygate
