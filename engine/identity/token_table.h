// The token file: who holds which bearer token.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/identity/bearer_token.h"

namespace querygate {

inline constexpr std::size_t kMaxTokenFileBytes = 1 << 20;
inline constexpr std::size_t kMaxTokens = 1000;  // every one of them is compared with every token that comes

struct TokenEntry {
  std::string name;
  TokenHash hash{};
  std::string claims_json;  // an object
};

// `{"name":"…","hash":"sha256:…","claims":{…}}`, without a line feed. `claims_json` is an object.
std::string TokenLine(const std::string& name, const TokenHash& hash, std::string_view claims_json);

// A name as TokenTable takes it: [a-z][a-z0-9_.-]*, at most 64 characters.
bool IsTokenName(std::string_view name);

// Immutable.
class TokenTable {
 public:
  // One JSON object a line; blank lines and lines that begin with # are passed over. Names and hashes are distinct.
  // The error names the line and never repeats what it holds.
  static Expected<TokenTable, std::string> Parse(std::string_view text);

  // Null for a token that nobody holds. Compares with all entries, each in constant time.
  const TokenEntry* Find(std::string_view token) const;

  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<TokenEntry> entries_;
};

}  // namespace querygate
