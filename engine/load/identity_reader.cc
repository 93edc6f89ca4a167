#include "engine/load/identity_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/load/issuer_reader.h"
#include "engine/load/text_check.h"
#include "engine/load/web_address.h"

namespace querygate {

namespace {

void ReadResource(DocumentReader& reader, const YamlNode& value, std::string_view what, IdentityDeclaration& identity) {
  if (!reader.Text(value, what, identity.resource)) return;
  const std::string& resource = identity.resource->value;
  if (!IsWebAddress(resource) || resource.ends_with('/')) {
    reader.Report(
        "invalid-value", value.position,
        std::string(what) + " is " + Quoted(resource) + ", which is no canonical address of a server",
        "write https://HOST/PATH, without a slash at the end and without `?` and `#`; http only for loopback");
  }
}

void ReadServers(DocumentReader& reader, const YamlNode& value, std::string_view what, IdentityDeclaration& identity) {
  if (!reader.Texts(value, what, identity.authorization_servers)) return;
  for (const Located<std::string>& server : identity.authorization_servers) {
    if (IsWebAddress(server.value)) continue;
    reader.Report("invalid-value", server.position, Quoted(server.value) + " is no address of an authorization server",
                  "write https://HOST/PATH, as the server names itself");
  }
}

// RFC 6749, section 3.3: what may stand between the quotes of a challenge.
bool IsScopeToken(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7F && c != '"' && c != '\\'; });
}

void ReadScopes(DocumentReader& reader, const YamlNode& value, std::string_view what, IdentityDeclaration& identity) {
  if (!reader.Texts(value, what, identity.scopes)) return;
  for (const Located<std::string>& scope : identity.scopes) {
    if (IsScopeToken(scope.value)) continue;
    reader.Report("invalid-value", scope.position, Quoted(scope.value) + " is no name of an OAuth scope",
                  "a name holds no blanks, quotes or backslashes");
  }
}

constexpr auto kKeys = std::to_array<KeyRule<IdentityDeclaration>>({
    {"tokens", Presence::kOptional, Key<&IdentityDeclaration::tokens>::Text,
     "The file of bearer tokens, as their hashes: a line of `querygate token new` each."},
    {"issuers", Presence::kOptional, {ReadIssuers, &IssuersSchema}, "Whose JSON Web Tokens are believed, by name."},
    {"resource",
     Presence::kOptional,
     {ReadResource, &TextSchema},
     "The address of this server, as tokens for it and clients name it."},
    {"authorization_servers",
     Presence::kOptional,
     {ReadServers, &TextsSchema},
     "Where clients obtain tokens for `resource`."},
    {"scopes", Presence::kOptional, {ReadScopes, &TextsSchema}, "OAuth scopes that a JSON Web Token must have."},
});
constexpr KeyTable<IdentityDeclaration> kTable{"`identity`", kKeys};

void CheckIdentity(DocumentReader& reader, const YamlNode& node, const IdentityDeclaration& identity) {
  if (FindMember(node, "tokens") == nullptr && FindMember(node, "issuers") == nullptr) {
    reader.Report("missing-key", node.position, "`identity` names neither `tokens` nor `issuers`",
                  "without one of the two no caller can be known");
  }
  const YamlNode* servers = FindMember(node, "authorization_servers");
  if (servers != nullptr && !identity.resource) {
    reader.Report("missing-key", servers->position, "`authorization_servers` stand without `resource`",
                  "clients ask them for a token for the address in `resource`");
  }
  if (servers == nullptr && identity.resource) {
    reader.Report("missing-key", identity.resource->position, "`resource` stands without `authorization_servers`",
                  "name at least one server that gives tokens for it");
  }
  for (std::size_t i = 0; i < identity.issuers.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (identity.issuers[i].issuer.value != identity.issuers[j].issuer.value) continue;
      reader.Report("duplicate-name", identity.issuers[i].issuer.position,
                    "the issuer is that of " + Quoted(identity.issuers[j].name.value) + " as well",
                    "a token's `iss` must lead to one set of keys");
    }
  }
}

}  // namespace

void ReadIdentity(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  IdentityDeclaration identity;
  if (!ReadMapping(reader, value, what, kTable, identity)) return;
  CheckIdentity(reader, value, identity);
  gateway.identity = std::move(identity);
}

ValueSchema IdentitySchema() { return kTable.Schema(); }

Vocabulary IdentityPlaces() {
  Vocabulary places{kTable.Place()};
  for (KeyPlace& place : IssuerPlaces()) places.push_back(std::move(place));
  return places;
}

}  // namespace querygate
