// Compares what two deployments mean: who may ask what, and what is shown. Never their text.
#pragma once

#include "engine/base/calendar.h"
#include "engine/review/diff/change.h"
#include "engine/review/diff/side.h"

namespace querygate::review {

// Pure. `now` is the instant at which defaults such as `now-30d` are looked at.
Diff Compare(const PolicySide& base, const PolicySide& head, const Instant& now);

}  // namespace querygate::review
