// Dates, instants, decimals and integers: what reads, prints as text that reads as the same.
#include <bit>
#include <cstring>
#include <string>

#include "engine/base/base64.h"
#include "engine/base/calendar.h"
#include "engine/base/decimal.h"
#include "engine/base/exact_integer.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/fuzz_target.h"

namespace querygate::fuzz {
namespace {

void Times(std::string_view text) {
  if (const auto date = ParseDate(text)) {
    Require(ToString(*date) == text, "a date prints as it was read");
    Require(DateOf(StartOf(*date)) == *date, "a day begins on that day");
    if (const auto next = AddDays(*date, 1)) Require(AddDays(*next, -1) == date, "a day on and back");
  }
  if (const auto instant = ParseTimestamp(text)) {
    Require(WithinCalendar(*instant), "an instant lies in the calendar");
    const std::string printed = ToString(*instant);
    Require(ParseTimestamp(printed) == instant, "an instant reads as it was printed");
    Require(NanosecondsBetween(*instant, *instant) == 0, "no time between an instant and itself");
  }
  if (const auto instant = ParseSqlUtc(text)) Require(ToSqlUtc(*instant) == text, "SQL's spelling is exact");
  if (const auto instant = ParseIso8601Utc(text)) Require(ToString(*instant) == text, "whole seconds are exact");
}

void Numbers(std::string_view text) {
  if (const auto integer = ParseInt128(text)) Require(ToDecimalString(*integer) == text, "integers are canonical");
  const auto decimal = ParseDecimal(text);
  if (!decimal) return;
  const std::string printed = ToString(*decimal);
  const auto again = ParseDecimal(printed);
  Require(again && *again == *decimal && again->scale == decimal->scale, "a decimal reads as it was printed");
  for (int scale = 0; scale <= 38; ++scale) {
    const auto rescaled = Rescale(*decimal, scale);
    if (rescaled) Require(*rescaled == *decimal && rescaled->scale == scale, "no digit is lost");
  }
}

void Reals(std::string_view text) {
  double real = 0;
  if (text.size() < sizeof(real)) return;
  std::memcpy(&real, text.data(), sizeof(real));
  for (const int scale : {0, 2, 9, 38}) {
    const auto decimal = DecimalFromReal(real, scale);
    if (decimal) Require(std::strtod(ToString(*decimal).c_str(), nullptr) == real, "the nearest double is the double");
  }
}

}  // namespace
}  // namespace querygate::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const std::string_view text = AsText(data, size);
  Times(text);
  Numbers(text);
  Reals(text);
  const bool valid = IsValidUtf8(text);
  std::size_t points = 0;
  for (std::size_t at = 0; at < text.size(); ++points) {
    const CodePoint point = CodePointAt(text, at);
    Require(point.bytes > 0 && at + point.bytes <= text.size(), "a code point lies in its text");
    at += point.bytes;
  }
  if (valid) Require(points == CountCodePoints(text), "code points are counted as they are read");
  Require(EncodeBase64(text).size() == (size + 2) / 3 * 4, "base64 is padded");
  return 0;
}
