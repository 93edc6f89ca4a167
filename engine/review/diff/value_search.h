// The smallest value that one declaration takes and another does not.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/typed_value.h"
#include "engine/contract/column_spec.h"
#include "engine/contract/group.h"
#include "engine/contract/parameter_spec.h"

namespace querygate::review {

enum class ValueKind { kText, kInteger, kDecimal, kBoolean, kDate, kTimestamp, kReal, kBlob };

ValueKind KindOf(ScalarType type);
ValueKind KindOf(ColumnType type);

// What one declaration says about single values. It proposes candidates; it does not decide.
struct ValueRules {
  std::vector<TypedValue> members;  // of an enum or a role's list; empty: any
  std::optional<TypedValue> min, max;
  std::optional<std::int64_t> min_length, max_length;
  std::shared_ptr<const Pattern> pattern;
  int precision = 38, scale = 0;
};

ValueRules RulesOf(const ParameterSpec& spec);
ValueRules RulesOf(const ColumnSpec& spec);
ValueRules RulesOf(const TypedNarrowing& narrowing);

// Looks for a value for which `wanted` holds: in the intention of the caller one that all of `inside` take and at
// least one of `outside` does not. `wanted` is the engine's own judgement and has the last word.
struct ValueQuestion {
  ValueKind kind = ValueKind::kText;
  std::vector<ValueRules> inside;
  std::vector<ValueRules> outside;
  Instant now;  // temporal values are looked for around it as well
  std::function<bool(const TypedValue&)> wanted;
};

struct NoValue {};
struct Undecided {
  std::string why;
};
using FoundValue = std::variant<NoValue, TypedValue, Undecided>;

// Complete for everything but text with patterns that FindText cannot decide. Values nearest to a bound that was
// moved come first.
FoundValue FindValue(const ValueQuestion& question);

}  // namespace querygate::review
