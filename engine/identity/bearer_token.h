// Tokens that querygate itself makes: 256 random bits, of which only a hash is kept.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace querygate {

using TokenHash = std::array<unsigned char, 32>;  // SHA-256

// "qg_" and 43 characters of base64url. A secret: it is shown once and stored nowhere.
std::string MakeBearerToken();

// SHA-256 is enough: there is no guessing 256 random bits, so that a slow hash would only slow down every request.
TokenHash HashBearerToken(std::string_view token);

std::string ToText(const TokenHash& hash);                       // "sha256:" and 64 hexadecimal digits
std::optional<TokenHash> ParseTokenHash(std::string_view text);  // what ToText gives, and nothing else

// The time does not depend on where the two differ.
bool SameHash(const TokenHash& a, const TokenHash& b);

}  // namespace querygate
