// Dates and instants of the proleptic Gregorian calendar, years 0001 to 9999, UTC.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace querygate {

struct Date {
  std::int32_t days = 0;  // since 1970-01-01
  friend auto operator<=>(const Date&, const Date&) = default;
};

// A point in time. `nanoseconds` is 0 to 999,999,999, counted forward from `seconds`.
struct Instant {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00:00Z
  std::int32_t nanoseconds = 0;
  friend auto operator<=>(const Instant&, const Instant&) = default;
};

std::optional<Date> ParseDate(std::string_view text);  // YYYY-MM-DD, a day that exists
std::string ToString(Date date);

// RFC 3339 with a mandatory offset (`Z` or `±hh:mm`), at most nine fraction digits. No leap seconds,
// no lower-case `t` or `z`, no result outside the calendar's years.
std::optional<Instant> ParseTimestamp(std::string_view text);

// `YYYY-MM-DDTHH:MM:SS[.fraction]Z`, the fraction without trailing zeros and only when there is one.
std::string ToString(const Instant& instant);

// `YYYY-MM-DD HH:MM:SS` and `YYYY-MM-DDTHH:MM:SSZ` exactly, whole seconds, as databases store them.
std::optional<Instant> ParseSqlUtc(std::string_view text);
std::optional<Instant> ParseIso8601Utc(std::string_view text);

// `YYYY-MM-DD HH:MM:SS`; the fraction is left out.
std::string ToSqlUtc(const Instant& instant);

// Whether the instant's year is 0001 to 9999; ToString and DateOf are defined for these only.
bool WithinCalendar(const Instant& instant);

Date DateOf(const Instant& instant);
Instant StartOf(Date date);
std::optional<Date> AddDays(Date date, std::int64_t days);  // empty outside the calendar

// Nanoseconds from a to b; saturates at the limits of 64 bits.
std::int64_t NanosecondsBetween(const Instant& a, const Instant& b);

}  // namespace querygate
