// A source whose rows are distorted on their way into the engine.
#pragma once

#include <functional>
#include <memory>

#include "engine/backend/backend.h"
#include "engine/review/trial/distortion.h"

namespace querygate::trial {

// At most this many rows of a query are read ahead: a distortion may look at all of them at once.
inline constexpr std::size_t kMaxRowsAhead = 200'000;

// Both outlive what is returned.
std::unique_ptr<AttachedSource> DistortRows(AttachedSource& source, const Distortion& distortion);

}  // namespace querygate::trial
