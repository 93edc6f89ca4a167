#include "engine/load/scalar_kind.h"

#include <algorithm>
#include <array>

namespace querygate {

namespace {

constexpr auto kNulls = std::to_array<std::string_view>({"", "~", "null", "Null", "NULL"});
constexpr auto kBooleans = std::to_array<std::string_view>({"true", "True", "TRUE", "false", "False", "FALSE"});
constexpr auto kNamedReals = std::to_array<std::string_view>({".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"});

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsOctalDigit(char c) { return c >= '0' && c <= '7'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool IsOneOf(std::string_view text, const auto& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool IsAllOf(std::string_view text, bool (*accepts)(char)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), accepts);
}

std::string_view WithoutSign(std::string_view text) {
  return !text.empty() && (text.front() == '-' || text.front() == '+') ? text.substr(1) : text;
}

bool IsInteger(std::string_view text) {
  if (text.starts_with("0o")) return IsAllOf(text.substr(2), IsOctalDigit);
  if (text.starts_with("0x")) return IsAllOf(text.substr(2), IsHexDigit);
  return IsAllOf(WithoutSign(text), IsDigit);
}

// [-+]? ( . [0-9]+ | [0-9]+ ( . [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool IsReal(std::string_view text) {
  text = WithoutSign(text);
  if (const auto exponent = text.find_first_of("eE"); exponent != std::string_view::npos) {
    if (!IsAllOf(WithoutSign(text.substr(exponent + 1)), IsDigit)) return false;
    text = text.substr(0, exponent);
  }
  const auto point = text.find('.');
  if (point == std::string_view::npos) return IsAllOf(text, IsDigit);
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = text.substr(point + 1);
  if (whole.empty()) return IsAllOf(fraction, IsDigit);
  return IsAllOf(whole, IsDigit) && std::all_of(fraction.begin(), fraction.end(), IsDigit);
}

}  // namespace

ScalarKind KindOfPlainScalar(std::string_view text) {
  if (IsOneOf(text, kNulls)) return ScalarKind::kNull;
  if (IsOneOf(text, kBooleans)) return ScalarKind::kBoolean;
  if (IsInteger(text)) return ScalarKind::kInteger;
  if (IsReal(text) || IsOneOf(WithoutSign(text), kNamedReals)) {
    return ScalarKind::kReal;
  }
  return ScalarKind::kText;
}

std::string_view Describe(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::kText:
      return "text";
    case ScalarKind::kNull:
      return "null";
    case ScalarKind::kBoolean:
      return "a boolean";
    case ScalarKind::kInteger:
    case ScalarKind::kReal:
      return "a number";
  }
  return "text";
}

}  // namespace querygate
