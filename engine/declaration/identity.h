// `identity:` of a Gateway document: who is believed, and what a client is told to obtain.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/types.h"

namespace querygate {

// Signature algorithms of JSON Web Tokens (RFC 7518, RFC 8037) that are supported at all.
enum class JwtAlgorithm { kRs256, kPs256, kEs256, kEdDsa, kHs256 };

std::span<const NamedValue<JwtAlgorithm>> JwtAlgorithms();

// Exactly one of the three.
struct KeyLocation {
  std::optional<Located<std::string>> file;    // a JSON Web Key Set
  std::optional<Located<std::string>> url;     // of one; https
  std::optional<Located<std::string>> secret;  // a file whose bytes are the key of HS256
  std::optional<Located<std::string>> ca;      // with `url`: certificates to trust in place of the system's
};

struct IssuerDeclaration {
  Located<std::string> name;                   // here; part of a caller's subject
  Located<std::string> issuer;                 // `iss`, exactly
  std::vector<Located<std::string>> audience;  // `aud` must name one of these
  std::vector<JwtAlgorithm> algorithms;        // never empty
  KeyLocation keys;
  std::optional<Located<std::int64_t>> leeway;  // milliseconds, for exp, nbf and iat
  SourcePosition position;
};

struct IdentityDeclaration {
  std::optional<Located<std::string>> tokens;  // the file of token hashes
  std::vector<IssuerDeclaration> issuers;      // their `issuer` are distinct
  // OAuth protected resource metadata (RFC 9728).
  std::optional<Located<std::string>> resource;
  std::vector<Located<std::string>> authorization_servers;
  std::vector<Located<std::string>> scopes;  // all of them are required of a JSON Web Token
};

}  // namespace querygate
