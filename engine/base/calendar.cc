#include "engine/base/calendar.h"

#include <array>
#include <cstddef>
#include <limits>

#include "engine/base/exact_integer.h"

namespace querygate {
namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int32_t kNanosecondsPerSecond = 1'000'000'000;

struct CivilDate {
  int year = 1, month = 1, day = 1;
};

// Days since 1970-01-01 in eras of 400 years that start on 1 March, so that leap days come last.
constexpr std::int32_t DaysFromCivil(const CivilDate& date) {
  const int shifted_year = date.month <= 2 ? date.year - 1 : date.year;
  const int era = (shifted_year >= 0 ? shifted_year : shifted_year - 399) / 400;
  const int year_of_era = shifted_year - era * 400;
  const int month_from_march = date.month > 2 ? date.month - 3 : date.month + 9;
  const int day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

constexpr CivilDate CivilFromDays(std::int32_t days) {
  const int shifted = days + 719'468;
  const int era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const int day_of_era = shifted - era * 146'097;
  const int year_of_era = (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int month_from_march = (5 * day_of_year + 2) / 153;
  const int day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const int month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const int year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  return {year, month, day};
}

constexpr std::int32_t kFirstDay = DaysFromCivil({1, 1, 1});
constexpr std::int32_t kLastDay = DaysFromCivil({9999, 12, 31});

bool IsLeapYear(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int DaysInMonth(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeapYear(year) ? 29 : kDays[static_cast<std::size_t>(month) - 1];
}

// Reads fixed-width fields from the front of a text; the first miss makes everything after it fail.
class FieldReader {
 public:
  explicit FieldReader(std::string_view text) : rest_(text) {}

  int Digits(std::size_t count) {
    int value = 0;
    if (rest_.size() < count) failed_ = true;
    for (std::size_t i = 0; i < count && !failed_; ++i) {
      const char c = rest_[i];
      if (c < '0' || c > '9') failed_ = true;
      value = value * 10 + (c - '0');
    }
    if (!failed_) rest_.remove_prefix(count);
    return failed_ ? 0 : value;
  }

  void Literal(char expected) {
    if (failed_ || rest_.empty() || rest_.front() != expected) {
      failed_ = true;
      return;
    }
    rest_.remove_prefix(1);
  }

  bool Next(char expected) {
    if (failed_ || rest_.empty() || rest_.front() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // `.` and one to nine digits, if there is a point; else nothing.
  std::int32_t Fraction() {
    if (!Next('.')) return 0;
    std::int32_t value = 0;
    int digits = 0;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      if (++digits > 9) {
        failed_ = true;
        return 0;
      }
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (digits == 0) failed_ = true;
    for (; digits < 9; ++digits) value *= 10;
    return value;
  }

  void Fail() { failed_ = true; }
  bool failed() const { return failed_; }
  bool Complete() const { return !failed_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

Date ReadDate(FieldReader& reader) {
  const int year = reader.Digits(4);
  reader.Literal('-');
  const int month = reader.Digits(2);
  reader.Literal('-');
  const int day = reader.Digits(2);
  if (reader.failed() || year < 1 || month < 1 || month > 12 || day < 1 || day > DaysInMonth(year, month)) {
    reader.Fail();
    return {};
  }
  return {DaysFromCivil({year, month, day})};
}

std::int64_t ReadTimeOfDay(FieldReader& reader) {
  const int hour = reader.Digits(2);
  reader.Literal(':');
  const int minute = reader.Digits(2);
  reader.Literal(':');
  const int second = reader.Digits(2);
  if (hour > 23 || minute > 59 || second > 59) reader.Fail();
  return hour * 3'600 + minute * 60 + second;
}

std::int64_t ReadOffset(FieldReader& reader) {
  if (reader.Next('Z')) return 0;
  const bool west = reader.Next('-');
  if (!west) reader.Literal('+');
  const int hours = reader.Digits(2);
  reader.Literal(':');
  const int minutes = reader.Digits(2);
  if (hours > 23 || minutes > 59) reader.Fail();
  const std::int64_t seconds = hours * 3'600 + minutes * 60;
  return west ? -seconds : seconds;
}

std::optional<Instant> ParseFixed(std::string_view text, char separator, bool zulu) {
  FieldReader reader(text);
  const Date date = ReadDate(reader);
  reader.Literal(separator);
  const std::int64_t time = ReadTimeOfDay(reader);
  if (zulu) reader.Literal('Z');
  if (!reader.Complete()) return std::nullopt;
  return Instant{date.days * kSecondsPerDay + time, 0};
}

void AppendPadded(std::string& out, int value, int width) {
  const std::string digits = std::to_string(value);
  out.append(static_cast<std::size_t>(width) - digits.size(), '0');
  out += digits;
}

std::string TimeOfDayText(std::int64_t seconds_of_day) {
  const int seconds = static_cast<int>(seconds_of_day);
  std::string text;
  AppendPadded(text, seconds / 3'600, 2);
  text += ':';
  AppendPadded(text, seconds / 60 % 60, 2);
  text += ':';
  AppendPadded(text, seconds % 60, 2);
  return text;
}

}  // namespace

std::optional<Date> ParseDate(std::string_view text) {
  FieldReader reader(text);
  const Date date = ReadDate(reader);
  if (!reader.Complete()) return std::nullopt;
  return date;
}

std::string ToString(Date date) {
  const CivilDate civil = CivilFromDays(date.days);
  std::string text;
  AppendPadded(text, civil.year, 4);
  text += '-';
  AppendPadded(text, civil.month, 2);
  text += '-';
  AppendPadded(text, civil.day, 2);
  return text;
}

std::optional<Instant> ParseTimestamp(std::string_view text) {
  FieldReader reader(text);
  const Date date = ReadDate(reader);
  reader.Literal('T');
  const std::int64_t time = ReadTimeOfDay(reader);
  const std::int32_t nanoseconds = reader.Fraction();
  const std::int64_t offset = ReadOffset(reader);
  if (!reader.Complete()) return std::nullopt;
  const Instant instant{date.days * kSecondsPerDay + time - offset, nanoseconds};
  if (!WithinCalendar(instant)) return std::nullopt;
  return instant;
}

std::string ToString(const Instant& instant) {
  const Date date = DateOf(instant);
  std::string text = ToString(date) + 'T' + TimeOfDayText(instant.seconds - StartOf(date).seconds);
  if (instant.nanoseconds != 0) {
    std::string fraction;
    AppendPadded(fraction, instant.nanoseconds, 9);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += '.' + fraction;
  }
  return text + 'Z';
}

std::string ToSqlUtc(const Instant& instant) {
  const Date date = DateOf(instant);
  return ToString(date) + ' ' + TimeOfDayText(instant.seconds - StartOf(date).seconds);
}

std::optional<Instant> ParseSqlUtc(std::string_view text) { return ParseFixed(text, ' ', false); }

std::optional<Instant> ParseIso8601Utc(std::string_view text) { return ParseFixed(text, 'T', true); }

bool WithinCalendar(const Instant& instant) {
  return instant.seconds >= kFirstDay * kSecondsPerDay && instant.seconds < (kLastDay + 1) * kSecondsPerDay;
}

Date DateOf(const Instant& instant) {
  std::int64_t days = instant.seconds / kSecondsPerDay;
  if (instant.seconds % kSecondsPerDay < 0) --days;
  return {static_cast<std::int32_t>(days)};
}

Instant StartOf(Date date) { return {date.days * kSecondsPerDay, 0}; }

std::optional<Date> AddDays(Date date, std::int64_t days) {
  // Compared before adding: `days` may be anything that fits 64 bits.
  if (days > kLastDay - date.days || days < kFirstDay - date.days) return std::nullopt;
  return Date{static_cast<std::int32_t>(date.days + days)};
}

std::int64_t NanosecondsBetween(const Instant& a, const Instant& b) {
  const Int128 seconds = Int128{b.seconds} - a.seconds;
  const Int128 nanoseconds = seconds * kNanosecondsPerSecond + (b.nanoseconds - a.nanoseconds);
  if (nanoseconds > std::numeric_limits<std::int64_t>::max()) return std::numeric_limits<std::int64_t>::max();
  if (nanoseconds < std::numeric_limits<std::int64_t>::min()) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(nanoseconds);
}

}  // namespace querygate
