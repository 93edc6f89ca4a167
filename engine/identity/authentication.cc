#include "engine/identity/authentication.h"

#include <chrono>
#include <filesystem>
#include <utility>

#include "engine/identity/compact_token.h"
#include "engine/identity/guarded_file.h"
#include "engine/identity/https_get.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxSecretBytes = 4 * 1024;
constexpr RefreshTimes kFileTimes{2s, 2s, 60s};
constexpr RefreshTimes kAddressTimes{5min, 10s, 1h};

std::string PathFrom(const std::string& directory, const std::string& path) {
  if (directory.empty() || std::filesystem::path(path).is_absolute()) return path;
  return (std::filesystem::path(directory) / path).lexically_normal().string();
}

template <typename T>
Expected<std::shared_ptr<const T>, std::string> Share(Expected<T, std::string> value) {
  if (!value) return Unexpected(std::move(value).error());
  return std::make_shared<const T>(*std::move(value));
}

IssuerKeys::Read KeyReader(const KeyLocation& keys, const std::string& directory) {
  using Result = Expected<IssuerKeys::Value, std::string>;
  if (keys.url) {
    HttpsOptions options;
    options.max_bytes = kMaxKeySetBytes;
    if (keys.ca) options.ca_file = PathFrom(directory, keys.ca->value);
    return [url = keys.url->value, options]() -> Result {
      auto text = HttpsGet(url, options);
      if (!text) return Unexpected(url + ": " + text.error());
      return Share(KeySet::Parse(*text));
    };
  }
  if (keys.secret) {
    return [path = PathFrom(directory, keys.secret->value)]() -> Result {
      auto text = ReadGuardedFile(path, kMaxSecretBytes, Readers::kOwnerOnly);
      if (!text) return Unexpected(std::move(text).error());
      return Share(KeySet::OfSecret(*std::move(text)));
    };
  }
  return [path = PathFrom(directory, keys.file ? keys.file->value : std::string())]() -> Result {
    auto text = ReadGuardedFile(path, kMaxKeySetBytes, Readers::kAnyone);
    if (!text) return Unexpected(std::move(text).error());
    return Share(KeySet::Parse(*text));
  };
}

std::vector<std::string> TextsOf(const std::vector<Located<std::string>>& located) {
  std::vector<std::string> texts;
  for (const Located<std::string>& text : located) texts.push_back(text.value);
  return texts;
}

std::vector<TrustedIssuer> MakeIssuers(const IdentityDeclaration& declaration, const std::string& directory,
                                       const std::shared_ptr<const Clock>& clock) {
  std::vector<TrustedIssuer> issuers;
  for (const IssuerDeclaration& declared : declaration.issuers) {
    TrustedIssuer issuer;
    issuer.name = declared.name.value;
    issuer.issuer = declared.issuer.value;
    issuer.algorithms = declared.algorithms;
    issuer.rules.audience = TextsOf(declared.audience);
    issuer.rules.scopes = TextsOf(declaration.scopes);
    if (declared.leeway) issuer.rules.leeway = std::chrono::milliseconds(declared.leeway->value);
    issuer.keys = std::make_unique<IssuerKeys>(KeyReader(declared.keys, directory),
                                               declared.keys.url ? kAddressTimes : kFileTimes, clock);
    issuers.push_back(std::move(issuer));
  }
  return issuers;
}

std::unique_ptr<Refreshed<TokenTable>> MakeTokens(const IdentityDeclaration& declaration, const std::string& directory,
                                                  const std::shared_ptr<const Clock>& clock) {
  if (!declaration.tokens) return nullptr;
  using Tokens = Refreshed<TokenTable>;
  const std::string path = PathFrom(directory, declaration.tokens->value);
  return std::make_unique<Tokens>(
      [path]() -> Expected<Tokens::Value, std::string> {
        auto text = ReadGuardedFile(path, kMaxTokenFileBytes, Readers::kAnyone);
        if (!text) return Unexpected(std::move(text).error());
        return Share(TokenTable::Parse(*text));
      },
      kFileTimes, clock);
}

Unexpected<TokenRefusal> Refuse(TokenFault fault, std::string detail) {
  return Unexpected(TokenRefusal{fault, std::move(detail)});
}

// RFC 6750, section 2.1: the scheme in any case, blanks, and the characters of a token.
std::optional<std::string_view> BearerTokenOf(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer";
  if (authorization.size() <= kScheme.size() || authorization[kScheme.size()] != ' ') return std::nullopt;
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    if ((authorization[i] | 0x20) != kScheme[i]) return std::nullopt;
  }
  const std::size_t start = authorization.find_first_not_of(' ', kScheme.size());
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view token = authorization.substr(start);
  for (const char c : token) {
    const bool usual = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!usual && std::string_view("-._~+/=").find(c) == std::string_view::npos) return std::nullopt;
  }
  return token;
}

}  // namespace

Authentication::Authentication(const IdentityDeclaration& declaration, const std::string& directory,
                               std::shared_ptr<const Clock> clock)
    : tokens_(MakeTokens(declaration, directory, clock)), jwt_(MakeIssuers(declaration, directory, clock), clock) {
  if (declaration.resource) resource_.resource = declaration.resource->value;
  resource_.authorization_servers = TextsOf(declaration.authorization_servers);
  resource_.scopes = TextsOf(declaration.scopes);
}

Expected<AuthenticatedCaller, TokenRefusal> Authentication::Authenticate(std::optional<std::string_view> authorization,
                                                                         AnonymousCallers anonymous) const {
  if (!authorization) {
    if (anonymous == AnonymousCallers::kRefuse)
      return Refuse(TokenFault::kMissingCredentials, "there is no Authorization header");
    return AuthenticatedCaller{{}, std::nullopt, true};
  }
  const auto token = BearerTokenOf(*authorization);
  if (!token) return Refuse(TokenFault::kUnsupportedScheme, "the Authorization header is not `Bearer TOKEN`");
  return AuthenticateToken(*token);
}

Expected<AuthenticatedCaller, TokenRefusal> Authentication::AuthenticateToken(std::string_view token) const {
  if (token.size() > kMaxTokenBytes) return Refuse(TokenFault::kTooLarge, "the token is larger than 16 KiB");
  // Base64url has no dots: the two kinds cannot be taken for each other.
  if (token.find('.') != std::string_view::npos) {
    auto verified = jwt_.Verify(token);
    if (!verified) return Unexpected(std::move(verified).error());
    return AuthenticatedCaller{verified->issuer_name + ":" + verified->subject, std::move(verified->claims_json),
                               false};
  }
  if (tokens_ == nullptr) return Refuse(TokenFault::kUnknownToken, "there is no token file");
  auto table = tokens_->Get();
  if (!table) return Refuse(TokenFault::kKeysUnavailable, table.error());
  const TokenEntry* entry = (*table)->Find(token);
  if (entry == nullptr) return Refuse(TokenFault::kUnknownToken, "no line of the token file has its hash");
  return AuthenticatedCaller{"token:" + entry->name, entry->claims_json, false};
}

std::vector<std::string> Authentication::Check() const {
  std::vector<std::string> problems = jwt_.Check();
  if (tokens_ != nullptr) {
    if (auto table = tokens_->Get(); !table) problems.insert(problems.begin(), table.error());
  }
  return problems;
}

}  // namespace querygate
