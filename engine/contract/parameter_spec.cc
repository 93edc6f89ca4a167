#include "engine/contract/parameter_spec.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/contract/argument_reader.h"
#include "engine/contract/domain.h"
#include "engine/contract/store_encoding.h"
#include "engine/contract/typed_order.h"

namespace querygate {
namespace {

enum class Fault { kMissing, kInvalid, kNotPermitted };

using Typed = Expected<std::vector<TypedValue>, Fault>;

Rejection RejectionFor(const ParameterSpec& spec, Fault fault) {
  if (spec.from_scope) return {RejectionKind::kNotPermitted, "scope_unavailable", spec.name};
  switch (fault) {
    case Fault::kMissing:
      return {RejectionKind::kInvalidRequest, spec.missing_reason, spec.name};
    case Fault::kInvalid:
      return {RejectionKind::kInvalidRequest, spec.invalid_reason, spec.name};
    case Fault::kNotPermitted:
      break;
  }
  return {RejectionKind::kNotPermitted, "not_permitted", spec.name};
}

bool Restricts(const TypedNarrowing& narrowing) {
  return !narrowing.values.empty() || narrowing.min.has_value() || narrowing.max.has_value();
}

bool Permits(const TypedNarrowing& narrowing, const TypedValue& value) {
  const auto is_value = [&value](const TypedValue& permitted) { return CompareTyped(permitted, value) == 0; };
  const bool listed =
      narrowing.values.empty() || std::any_of(narrowing.values.begin(), narrowing.values.end(), is_value);
  return listed && WithinBounds(narrowing.min, narrowing.max, value);
}

std::optional<TypedValue> Resolve(const RelativeTime& relative, const ParameterSpec& spec, const Instant& now) {
  if (!WithinCalendar(now)) return std::nullopt;
  const std::optional<Date> day = AddDays(DateOf(now), relative.days);
  if (!day) return std::nullopt;
  if (spec.type == ScalarType::kDate) return TypedValue(*day);
  if (spec.type != ScalarType::kTimestamp) return std::nullopt;
  if (relative.today) return TypedValue(StartOf(*day));
  const std::int64_t second_of_day = now.seconds - StartOf(DateOf(now)).seconds;
  return TypedValue(FloorToStore({StartOf(*day).seconds + second_of_day, now.nanoseconds}, spec.store));
}

Typed DefaultValues(const ParameterDefault& given, const ParameterSpec& spec, const Instant& now) {
  if (!given.relative) return given.values;
  std::optional<TypedValue> value = Resolve(*given.relative, spec, now);
  if (!value) return Unexpected(Fault::kInvalid);
  std::vector<TypedValue> values;
  values.push_back(*std::move(value));
  return values;
}

Typed SentValues(const Argument& argument, const ParameterSpec& spec) {
  const bool array = argument.kind == Argument::Kind::kArray;
  // A word cannot say whether it is a list of one; a JSON value can.
  if (array != spec.list && argument.kind != Argument::Kind::kWord) return Unexpected(Fault::kInvalid);
  const std::span<const Argument> items = array ? std::span(argument.items) : std::span(&argument, 1);
  // Counted before reading: a longer list costs nothing.
  if (items.empty() || (spec.list && std::cmp_greater(items.size(), spec.max_items))) {
    return Unexpected(Fault::kInvalid);
  }
  std::vector<TypedValue> values;
  values.reserve(items.size());
  for (const Argument& item : items) {
    std::optional<TypedValue> value = ReadArgument(spec, item);
    if (!value) return Unexpected(Fault::kInvalid);
    values.push_back(*std::move(value));
  }
  return values;
}

Expected<BoundParameter, Fault> Bind(const ParameterSpec& spec, std::vector<TypedValue> values,
                                     const TypedNarrowing* narrowing) {
  BoundParameter bound;
  bound.name = spec.name;
  for (const TypedValue& value : values) {
    if (!WithinDomain(spec, value)) return Unexpected(Fault::kInvalid);
    std::optional<Value> stored = EncodeForStore(value, spec.store, spec.scale);
    if (!stored) return Unexpected(Fault::kInvalid);
    bound.stored.push_back(*std::move(stored));
  }
  // Only a value that is valid in itself can be told to be out of reach.
  for (const TypedValue& value : values) {
    if (narrowing != nullptr && !Permits(*narrowing, value)) return Unexpected(Fault::kNotPermitted);
  }
  bound.typed = std::move(values);
  return bound;
}

Expected<BoundParameter, Fault> Judge(const ParameterSpec& spec, const Argument* argument, const Instant& now,
                                      const TypedNarrowing* narrowing) {
  if (argument == nullptr && !spec.default_value) {
    if (!spec.optional) return Unexpected(Fault::kMissing);
    if (narrowing != nullptr && Restricts(*narrowing)) return Unexpected(Fault::kNotPermitted);
    BoundParameter absent;
    absent.name = spec.name;
    absent.absent = true;
    return absent;
  }
  Typed values = argument == nullptr ? DefaultValues(*spec.default_value, spec, now) : SentValues(*argument, spec);
  if (!values) return Unexpected(values.error());
  return Bind(spec, *std::move(values), narrowing);
}

}  // namespace

Expected<BoundParameter, Rejection> JudgeParameter(const ParameterSpec& spec, const Argument* argument,
                                                   const Instant& now, const TypedNarrowing* narrowing) {
  Expected<BoundParameter, Fault> bound = Judge(spec, argument, now, narrowing);
  if (!bound) return Unexpected(RejectionFor(spec, bound.error()));
  return *std::move(bound);
}

}  // namespace querygate
