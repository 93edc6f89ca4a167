#include "engine/load/quantities.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace querygate {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t factor;
};

constexpr auto kTimeUnits = std::to_array<Unit>({
    {"ms", 1},
    {"s", 1'000},
    {"m", 60'000},
    {"h", 3'600'000},
    {"d", 86'400'000},
});

constexpr auto kSizeUnits = std::to_array<Unit>({
    {"", 1},
    {"KiB", std::int64_t{1} << 10},
    {"MiB", std::int64_t{1} << 20},
    {"GiB", std::int64_t{1} << 30},
});

constexpr std::string_view kTimeHelp = "write digits and one of ms, s, m, h, d, for example 200ms or 2s";
constexpr std::string_view kSizeHelp = "write bytes, or digits and one of KiB, MiB, GiB, for example 256KiB";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Empty when the digits do not fit 64 bits.
std::optional<std::int64_t> ReadDigits(std::string_view digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

bool HasLeadingZero(std::string_view digits) { return digits.size() > 1 && digits.front() == '0'; }

template <std::size_t kCount>
Expected<std::int64_t, std::string> ParseQuantity(std::string_view text, const std::array<Unit, kCount>& units,
                                                  std::string_view help) {
  const auto unit_start = std::find_if_not(text.begin(), text.end(), IsDigit);
  const auto digits = text.substr(0, static_cast<std::size_t>(unit_start - text.begin()));
  const auto suffix = text.substr(digits.size());
  const auto unit = std::find_if(units.begin(), units.end(), [suffix](const Unit& row) { return row.name == suffix; });
  if (digits.empty() || HasLeadingZero(digits) || unit == units.end()) return Unexpected(std::string(help));
  const auto number = ReadDigits(digits);
  if (!number || *number > std::numeric_limits<std::int64_t>::max() / unit->factor) {
    return Unexpected(std::string("it does not fit 64 bits"));
  }
  return *number * unit->factor;
}

}  // namespace

Expected<std::int64_t, std::string> ParseWholeNumber(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  const bool is_number = !digits.empty() && std::all_of(digits.begin(), digits.end(), IsDigit);
  if (!is_number || text == "-0") {
    return Unexpected(std::string("write a whole number in decimal digits"));
  }
  if (HasLeadingZero(digits)) {
    const auto significant = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    return Unexpected("write " + std::string(text.substr(0, text.size() - digits.size())) +
                      std::string(digits.substr(significant)) + ", without leading zeros");
  }
  if (const auto number = ReadDigits(text)) return *number;
  return Unexpected(std::string("it does not fit 64 bits"));
}

Expected<std::int64_t, std::string> ParseDuration(std::string_view text) {
  return ParseQuantity(text, kTimeUnits, kTimeHelp);
}

Expected<std::int64_t, std::string> ParseByteSize(std::string_view text) {
  return ParseQuantity(text, kSizeUnits, kSizeHelp);
}

}  // namespace querygate
