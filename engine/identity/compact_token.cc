#include "engine/identity/compact_token.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/identity/base64url.h"
#include "engine/identity/json_members.h"

namespace querygate {
namespace {

Unexpected<TokenRefusal> Refuse(TokenFault fault, std::string detail) {
  return Unexpected(TokenRefusal{fault, std::move(detail)});
}

constexpr std::array<std::string_view, 6> kRefusedMembers = {"jwk", "jku", "x5c", "x5u", "crit", "cty"};

bool IsTokenType(std::string type) {
  for (char& c : type) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return type == "jwt" || type == "at+jwt" || type == "application/jwt" || type == "application/at+jwt";
}

// What the header says, into `token`.
std::optional<TokenRefusal> ReadHeader(const JsonValue& header, CompactToken& token) {
  for (const std::string_view name : kRefusedMembers) {
    if (FindJsonMember(header, name) != nullptr)
      return TokenRefusal{TokenFault::kRefusedHeader, "the header holds " + std::string(name)};
  }
  if (const JsonValue* type = FindJsonMember(header, "typ")) {
    if (type->kind != JsonValue::Kind::kString || !IsTokenType(type->text))
      return TokenRefusal{TokenFault::kWrongType, "`typ` is neither JWT nor at+jwt"};
  }
  const std::string* name = FindJsonText(header, "alg");
  const auto table = JwtAlgorithms();
  const auto row =
      std::find_if(table.begin(), table.end(), [name](const auto& r) { return name != nullptr && r.name == *name; });
  if (row == table.end())
    return TokenRefusal{TokenFault::kUnsupportedAlgorithm, "`alg` is none of those that are supported"};
  token.algorithm = row->value;
  if (const JsonValue* id = FindJsonMember(header, "kid")) {
    if (id->kind != JsonValue::Kind::kString) return TokenRefusal{TokenFault::kMalformedToken, "`kid` is no text"};
    token.key_id = id->text;
  }
  return std::nullopt;
}

}  // namespace

Expected<CompactToken, TokenRefusal> ReadCompactToken(std::string_view token) {
  if (token.size() > kMaxTokenBytes) return Refuse(TokenFault::kTooLarge, "the token is larger than 16 KiB");
  if (std::count(token.begin(), token.end(), '.') != 2)
    return Refuse(TokenFault::kMalformedToken, "the token does not have three parts");
  const std::size_t first = token.find('.');
  const std::size_t second = token.find('.', first + 1);
  const auto header_json = DecodeBase64Url(token.substr(0, first));
  auto claims_json = DecodeBase64Url(token.substr(first + 1, second - first - 1));
  auto signature = DecodeBase64Url(token.substr(second + 1));
  if (!header_json || !claims_json || !signature)
    return Refuse(TokenFault::kMalformedToken, "a part of the token is not strict base64url");
  if (header_json->size() > kMaxTokenHeaderBytes) return Refuse(TokenFault::kTooLarge, "the header exceeds 4 KiB");

  CompactToken result;
  const JsonObject header = ReadJsonObject(*header_json);
  if (!header.value) return Refuse(TokenFault::kMalformedToken, "the header is not strict JSON: " + header.fault);
  if (auto refusal = ReadHeader(*header.value, result)) return Unexpected(*std::move(refusal));
  JsonObject claims = ReadJsonObject(*claims_json);
  if (!claims.value) return Refuse(TokenFault::kMalformedToken, "the claims are not strict JSON: " + claims.fault);
  result.claims = *std::move(claims.value);
  result.claims_json = *std::move(claims_json);
  result.signing_input = token.substr(0, second);
  result.signature = *std::move(signature);
  return result;
}

}  // namespace querygate
