#include "engine/render/schema_bounds.h"

#include "engine/render/type_words.h"

namespace querygate {

std::string BoundsSentence(const std::optional<TypedValue>& min, const std::optional<TypedValue>& max) {
  const std::string words = BoundsWords(min, max);
  if (words.empty()) return {};
  return words.starts_with(" to") ? "Up to" + words.substr(3) + '.' : "From" + words.substr(5) + '.';
}

std::string DecimalPattern(int precision, int scale) {
  const int whole = precision - scale;
  std::string pattern = "^-?(0";
  if (whole > 0) pattern += "|[1-9][0-9]{0," + std::to_string(whole - 1) + "}";
  pattern += ')';
  if (scale > 0) pattern += "(\\.[0-9]{1," + std::to_string(scale) + "})?";
  return pattern + '$';
}

std::string DeliveredDecimalPattern(int scale) {
  std::string pattern = "^-?(0|[1-9][0-9]*)";
  if (scale > 0) pattern += "\\.[0-9]{" + std::to_string(scale) + "}";
  return pattern + '$';
}

std::optional<std::int64_t> Base64Length(std::optional<std::int64_t> bytes) {
  if (!bytes) return std::nullopt;
  return (*bytes / 3 + (*bytes % 3 == 0 ? 0 : 1)) * 4;
}

}  // namespace querygate
