#include "engine/load/rate_limits_reader.h"

#include <array>
#include <utility>

namespace querygate {

namespace {

constexpr IntegerRange kCalls{1, 1'000'000};
constexpr std::int64_t kDay = 86'400'000;  // milliseconds

void ReadCalls(DocumentReader& reader, const YamlNode& value, std::string_view what, RateLimitDeclaration& limit) {
  reader.Integer(value, what, kCalls, limit.calls);
}

void ReadBurst(DocumentReader& reader, const YamlNode& value, std::string_view what, RateLimitDeclaration& limit) {
  reader.Integer(value, what, kCalls, limit.burst);
}

void ReadPer(DocumentReader& reader, const YamlNode& value, std::string_view what, RateLimitDeclaration& limit) {
  std::optional<Located<std::int64_t>> span;
  if (!reader.Duration(value, what, span)) return;
  if (span->value > kDay) {
    reader.Report("invalid-value", value.position, std::string(what) + " is more than a day", "write at most 1d");
    return;
  }
  limit.per_milliseconds = span->value;
}

ValueSchema CallsSchema() { return IntegerSchema(kCalls); }

constexpr auto kLimitKeys = std::to_array<KeyRule<RateLimitDeclaration>>({
    {"calls", Presence::kRequired, {ReadCalls, &CallsSchema}, "How many calls in the span of time."},
    {"per", Presence::kOptional, {ReadPer, &DurationSchema}, "The span of time; 1m when left out."},
    {"burst", Presence::kOptional, {ReadBurst, &CallsSchema}, "How many calls at once; `calls` when left out."},
});
constexpr KeyTable<RateLimitDeclaration> kLimitTable{"a rate limit", kLimitKeys};

template <std::optional<RateLimitDeclaration> RateLimitsDeclaration::*kMember>
void ReadLimit(DocumentReader& reader, const YamlNode& value, std::string_view what, RateLimitsDeclaration& limits) {
  RateLimitDeclaration limit;
  if (ReadMapping(reader, value, what, kLimitTable, limit)) limits.*kMember = std::move(limit);
}

ValueSchema LimitSchema() { return kLimitTable.Schema(); }

constexpr auto kKeys = std::to_array<KeyRule<RateLimitsDeclaration>>({
    {"gateway",
     Presence::kOptional,
     {ReadLimit<&RateLimitsDeclaration::gateway>, &LimitSchema},
     "Of all calls together."},
    {"caller",
     Presence::kOptional,
     {ReadLimit<&RateLimitsDeclaration::caller>, &LimitSchema},
     "Of each caller; those without identity count as one."},
    {"report", Presence::kOptional, {ReadLimit<&RateLimitsDeclaration::report>, &LimitSchema}, "Of each report."},
});
constexpr KeyTable<RateLimitsDeclaration> kTable{"`rate_limits`", kKeys};

}  // namespace

void ReadRateLimits(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  ReadMapping(reader, value, what, kTable, gateway.rate_limits);
}

ValueSchema RateLimitsSchema() { return kTable.Schema(); }

Vocabulary RateLimitPlaces() { return {kTable.Place(), kLimitTable.Place()}; }

}  // namespace querygate
