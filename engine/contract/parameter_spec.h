// A compiled parameter, and the judgement of one argument against it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/base/typed_value.h"
#include "engine/base/value.h"
#include "engine/contract/pattern.h"
#include "engine/declaration/report.h"
#include "engine/declaration/types.h"

namespace querygate {

struct TypedChoice {
  TypedValue value;
  std::string spelling;  // as the author wrote it, for describe
  std::string meaning;
  friend bool operator==(const TypedChoice&, const TypedChoice&) = default;
};

// `now`, `today`, `now-30d`, `today-1d`: relative to the call's one frozen instant, UTC.
struct RelativeTime {
  bool today = false;     // else now
  std::int64_t days = 0;  // added; usually negative
  friend bool operator==(const RelativeTime&, const RelativeTime&) = default;
};

struct ParameterDefault {
  std::optional<RelativeTime> relative;
  std::vector<TypedValue> values;  // one, or several for a list; unused when `relative`
  std::string spelling;
};

struct ParameterSpec {
  std::string name;
  ScalarType type = ScalarType::kString;
  Documentation documentation;
  bool list = false;
  std::int64_t max_items = 1;  // 1 to 100
  bool optional = false;
  bool from_scope = false;
  bool loggable = false;  // its values may stand in the audit log
  std::vector<TypedChoice> choices;  // empty: any
  std::shared_ptr<const Pattern> pattern;
  std::optional<std::int64_t> min_length, max_length;  // code points
  std::optional<TypedValue> min, max;                  // inclusive
  int precision = 38, scale = 0;                       // decimal
  Store store = Store::kNone;
  std::optional<ParameterDefault> default_value;
  std::string missing_reason;  // missing_NAME
  std::string invalid_reason;  // invalid_NAME
};

// A role's narrower domain for one parameter, already typed. Empty values: no list.
struct TypedNarrowing {
  std::string parameter;
  std::vector<TypedValue> values;
  std::optional<TypedValue> min, max;
};

// What will be bound.
struct BoundParameter {
  std::string name;
  bool absent = false;            // an optional parameter that was left out: bound as NULL
  std::vector<TypedValue> typed;  // one, or the list; empty when absent
  std::vector<Value> stored;      // the same, encoded for the store
};

// Reads a scalar of the declaration (enum member, bound, default) by declared type. An unquoted scalar that YAML
// reads as a number, boolean or null is no string; decimals come back with `scale` digits. The error is one
// line for the author.
Expected<TypedValue, std::string> ParseDeclaredScalar(const Scalar& scalar, ScalarType type, int scale);

// `now`, `today`, `now-30d`, `today+1d`: at most five digits of days. Empty on anything else.
std::optional<RelativeTime> ParseRelativeTime(std::string_view text);

// Encodes for the store; empty when the value is finer than its store can hold, does not fit it, or has a type
// that the store is not for. Decimals take exactly `scale` digits; null, boolean, integer, real, string, date
// and bytes have one encoding each, whatever `store` says.
std::optional<Value> EncodeForStore(const TypedValue& value, Store store, int scale);

// Judges one argument (null pointer: not sent). `now` fills relative defaults, rounded down to what the store
// can hold. For a `from_scope` parameter every fault is `scope_unavailable` (kNotPermitted). A value, a default
// included, that satisfies the declaration but not the narrowing is `not_permitted`; so is leaving out a
// narrowed optional parameter, which would bind NULL and commonly means "any". Never echoes the value.
Expected<BoundParameter, Rejection> JudgeParameter(const ParameterSpec& spec, const Argument* argument,
                                                   const Instant& now, const TypedNarrowing* narrowing);

}  // namespace querygate
