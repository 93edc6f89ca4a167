#include "engine/identity/claim_check.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/identity/json_members.h"

namespace querygate {
namespace {

// Ten thousand years: sums with the leeway stay far from the ends of 64 bits.
constexpr std::int64_t kMostSeconds = 315'360'000'000;

// Seconds of a NumericDate in milliseconds, a finer fraction cut off. Empty on an exponent, a sign and a time beyond
// kMostSeconds.
std::optional<std::int64_t> ReadTime(const JsonValue& value) {
  if (value.kind != JsonValue::Kind::kNumber) return std::nullopt;
  std::int64_t seconds = 0, fraction = 0, unit = 100;
  bool behind_point = false;
  for (const char c : value.text) {
    if (c == '.') {
      behind_point = true;
    } else if (c < '0' || c > '9') {
      return std::nullopt;
    } else if (behind_point) {
      fraction += unit * (c - '0');
      unit /= 10;
    } else {
      seconds = 10 * seconds + (c - '0');
      if (seconds > kMostSeconds) return std::nullopt;
    }
  }
  return seconds * 1000 + fraction;
}

TokenRefusal Malformed(std::string_view claim) {
  return {TokenFault::kMalformedClaims, "`" + std::string(claim) + "` is missing or of the wrong type"};
}

std::optional<TokenRefusal> CheckTimes(const JsonValue& claims, std::int64_t leeway, std::int64_t now) {
  const JsonValue* expiry = FindJsonMember(claims, "exp");
  const auto expires = expiry == nullptr ? std::nullopt : ReadTime(*expiry);
  if (!expires) return Malformed("exp");
  std::optional<std::int64_t> begins, issued;
  if (const JsonValue* value = FindJsonMember(claims, "nbf")) {
    begins = ReadTime(*value);
    if (!begins) return Malformed("nbf");
  }
  if (const JsonValue* value = FindJsonMember(claims, "iat")) {
    issued = ReadTime(*value);
    if (!issued) return Malformed("iat");
  }
  if (now >= *expires + leeway) return TokenRefusal{TokenFault::kExpired, "the token has expired"};
  if (begins && now + leeway < *begins) return TokenRefusal{TokenFault::kNotYetValid, "the token is not valid yet"};
  if (issued && now + leeway < *issued)
    return TokenRefusal{TokenFault::kIssuedInFuture, "the token was issued in the future"};
  return std::nullopt;
}

// A text, or a list of texts; empty where it is neither.
std::optional<std::vector<std::string>> TextsOf(const JsonValue& value) {
  if (value.kind == JsonValue::Kind::kString) return std::vector{value.text};
  if (value.kind != JsonValue::Kind::kArray) return std::nullopt;
  std::vector<std::string> texts;
  for (const JsonValue& item : value.items) {
    if (item.kind != JsonValue::Kind::kString) return std::nullopt;
    texts.push_back(item.text);
  }
  return texts;
}

bool Contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::optional<TokenRefusal> CheckAudience(const JsonValue& claims, const std::vector<std::string>& accepted) {
  const JsonValue* value = FindJsonMember(claims, "aud");
  const auto audience = value == nullptr ? std::nullopt : TextsOf(*value);
  if (!audience) return Malformed("aud");
  const bool here =
      std::any_of(audience->begin(), audience->end(), [&](const auto& name) { return Contains(accepted, name); });
  if (here) return std::nullopt;
  return TokenRefusal{TokenFault::kWrongAudience, "`aud` does not name this server"};
}

// `scope` is one text, its names parted by blanks; `scp`, as some issuers write it, a list.
std::vector<std::string> ScopesOf(const JsonValue& claims) {
  std::vector<std::string> scopes;
  if (const std::string* text = FindJsonText(claims, "scope")) {
    for (std::size_t start = 0; start <= text->size();) {
      const std::size_t end = std::min(text->find(' ', start), text->size());
      if (end > start) scopes.push_back(text->substr(start, end - start));
      start = end + 1;
    }
  }
  if (const JsonValue* list = FindJsonMember(claims, "scp")) {
    for (std::string& name : TextsOf(*list).value_or(std::vector<std::string>())) scopes.push_back(std::move(name));
  }
  return scopes;
}

}  // namespace

std::optional<TokenRefusal> CheckClaims(const JsonValue& claims, const ClaimRules& rules, const Instant& now) {
  const std::string* subject = FindJsonText(claims, "sub");
  if (subject == nullptr || subject->empty()) return Malformed("sub");
  const std::int64_t milliseconds = now.seconds * 1000 + now.nanoseconds / 1'000'000;
  if (auto refusal = CheckTimes(claims, rules.leeway.count(), milliseconds)) return refusal;
  if (auto refusal = CheckAudience(claims, rules.audience)) return refusal;
  const std::vector<std::string> scopes = ScopesOf(claims);
  for (const std::string& scope : rules.scopes) {
    if (!Contains(scopes, scope))
      return TokenRefusal{TokenFault::kInsufficientScope, "the token lacks the scope " + scope};
  }
  return std::nullopt;
}

}  // namespace querygate
