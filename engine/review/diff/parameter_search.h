// What a caller may send for one parameter, compared between declarations and roles.
#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/calendar.h"
#include "engine/contract/parameter_spec.h"
#include "engine/review/diff/value_search.h"

namespace querygate::review {

// A parameter as one role of one side meets it.
struct ParameterView {
  const ParameterSpec* spec = nullptr;        // not owned, never null
  const TypedNarrowing* narrowing = nullptr;  // not owned; null: none
};

// What is sent for a parameter; nothing: it is left out.
using Sent = std::optional<Argument>;

bool Takes(const ParameterView& view, const Sent& sent, const Instant& now);

// As JSON would carry it.
Argument ToArgument(const TypedValue& value);

// Something that all of `inside` take and at least one of `outside` does not; without `outside` something that all
// of `inside` take. `inside` is not empty.
using FoundSent = std::variant<NoValue, Sent, Undecided>;
FoundSent FindSent(std::span<const ParameterView> inside, std::span<const ParameterView> outside, const Instant& now);

// Several things that the view takes, good examples first; for single dates and timestamps more of them, `near`
// other values. Leaving it out comes first where that is possible.
std::vector<Sent> ExamplesOf(const ParameterView& view, const std::vector<TypedValue>& near, const Instant& now);

}  // namespace querygate::review
