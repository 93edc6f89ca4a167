#include "engine/load/issuer_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/load/text_check.h"
#include "engine/load/web_address.h"

namespace querygate {

namespace {

constexpr std::string_view kTokenCallers = "token";  // the prefix of subjects that come from the token file
constexpr std::int64_t kMaxLeeway = 300'000;         // milliseconds

void ReadUrl(DocumentReader& reader, const YamlNode& value, std::string_view what, KeyLocation& keys) {
  if (!reader.Text(value, what, keys.url) || IsHttpsAddress(keys.url->value)) return;
  reader.Report("invalid-value", value.position,
                std::string(what) + " is " + Quoted(keys.url->value) + ", which is no https address",
                "keys that came over an open connection could be anyone's; write https://HOST/PATH");
}

constexpr auto kKeysKeys = std::to_array<KeyRule<KeyLocation>>({
    {"file", Presence::kOptional, Key<&KeyLocation::file>::Text, "A file that holds a JSON Web Key Set."},
    {"url", Presence::kOptional, {ReadUrl, &TextSchema}, "The https address of a JSON Web Key Set."},
    {"secret", Presence::kOptional, Key<&KeyLocation::secret>::Text,
     "A file whose bytes are the shared key of HS256: at least 32, kept from others."},
    {"ca", Presence::kOptional, Key<&KeyLocation::ca>::Text,
     "With `url`: a file of certificates (PEM) to trust in place of the system's."},
});
constexpr KeyTable<KeyLocation> kKeysTable{"`keys`", kKeysKeys};

void ReadKeys(DocumentReader& reader, const YamlNode& value, std::string_view what, IssuerDeclaration& issuer) {
  if (!ReadMapping(reader, value, what, kKeysTable, issuer.keys)) return;
  int locations = 0;
  for (const char* key : {"file", "url", "secret"}) locations += FindMember(value, key) != nullptr ? 1 : 0;
  if (locations != 1) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name one of `file`, `url` and `secret`");
  }
  const YamlNode* ca = FindMember(value, "ca");
  if (ca != nullptr && FindMember(value, "url") == nullptr) {
    reader.Report("invalid-value", ca->position, "`ca` stands without `url`", "only a connection has certificates");
  }
}

ValueSchema KeysSchema() {
  ValueSchema schema = kKeysTable.Schema();
  schema.exactly_one = {"file", "url", "secret"};
  return schema;
}

void ReadAlgorithms(DocumentReader& reader, const YamlNode& value, std::string_view what, IssuerDeclaration& issuer) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  if (value.items.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one algorithm");
  }
  for (const YamlNode& item : value.items) {
    JwtAlgorithm algorithm{};
    if (!reader.Choice(item, "an entry of " + std::string(what), JwtAlgorithms(), algorithm)) continue;
    if (std::find(issuer.algorithms.begin(), issuer.algorithms.end(), algorithm) != issuer.algorithms.end()) {
      reader.Report("duplicate-name", item.position, Quoted(item.text) + " is named twice");
    } else {
      issuer.algorithms.push_back(algorithm);
    }
  }
}

ValueSchema AlgorithmsSchema() {
  ValueSchema schema = ListSchema(ChoiceSchema(JwtAlgorithms()));
  schema.distinct = true;
  schema.min_items = 1;
  return schema;
}

// One audience, or a list of them.
void ReadAudience(DocumentReader& reader, const YamlNode& value, std::string_view what, IssuerDeclaration& issuer) {
  if (value.kind != NodeKind::kSequence) {
    Located<std::string> audience;
    if (reader.Text(value, what, audience)) issuer.audience.push_back(std::move(audience));
  } else if (value.items.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one audience",
                  "a token for another service of the same issuer must not be accepted here");
  } else {
    reader.Texts(value, what, issuer.audience);
  }
}

ValueSchema AudienceSchema() {
  ValueSchema several = TextsSchema();
  several.min_items = 1;
  return EitherSchema(TextSchema(), std::move(several));
}

void ReadLeeway(DocumentReader& reader, const YamlNode& value, std::string_view what, IssuerDeclaration& issuer) {
  if (!reader.Duration(value, what, issuer.leeway) || issuer.leeway->value <= kMaxLeeway) return;
  reader.Report("invalid-value", value.position, std::string(what) + " is more than five minutes",
                "it makes up for clocks that differ; an expired token must not live on");
}

constexpr auto kIssuerKeys = std::to_array<KeyRule<IssuerDeclaration>>({
    {"issuer", Presence::kRequired, Key<&IssuerDeclaration::issuer>::Text, "`iss` of its tokens, exactly."},
    {"audience",
     Presence::kRequired,
     {ReadAudience, &AudienceSchema},
     "`aud` of its tokens must name one of these: this server."},
    {"algorithms",
     Presence::kRequired,
     {ReadAlgorithms, &AlgorithmsSchema},
     "The signature algorithms that its tokens may have."},
    {"keys", Presence::kRequired, {ReadKeys, &KeysSchema}, "Where the keys are that its tokens are checked with."},
    {"leeway",
     Presence::kOptional,
     {ReadLeeway, &DurationSchema},
     "How far clocks may differ for exp, nbf and iat; 30s when left out."},
});
constexpr KeyTable<IssuerDeclaration> kIssuerTable{"an issuer", kIssuerKeys};

// Where public keys can be had, HS256 would take one of them for the shared secret.
void CheckSecret(DocumentReader& reader, const IssuerDeclaration& issuer) {
  for (const JwtAlgorithm algorithm : issuer.algorithms) {
    const bool shared = algorithm == JwtAlgorithm::kHs256;
    if (shared == issuer.keys.secret.has_value()) continue;
    reader.Report("invalid-value", issuer.name.position,
                  Quoted(issuer.name.value) + (shared ? " names HS256 without a `secret`"
                                                      : " has a `secret` and names another algorithm than HS256"),
                  "HS256 and `secret` belong together, and public keys with the other algorithms");
    return;
  }
}

}  // namespace

void ReadIssuers(DocumentReader& reader, const YamlNode& value, std::string_view what, IdentityDeclaration& identity) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    IssuerDeclaration issuer;
    const std::string within = Quoted(name.value);
    if (!IsName(name.value) || name.value == kTokenCallers) {
      reader.Report("invalid-value", name.position, within + " is no name of an issuer",
                    "names match [a-z][a-z0-9_]*; `token` stands for the token file");
    }
    issuer.name = std::move(name);
    issuer.position = node.position;
    if (!ReadMapping(reader, node, within, kIssuerTable, issuer)) return;
    if (FindMember(node, "keys") != nullptr) CheckSecret(reader, issuer);
    identity.issuers.push_back(std::move(issuer));
  });
}

Vocabulary IssuerPlaces() { return {kIssuerTable.Place(), kKeysTable.Place()}; }

ValueSchema IssuersSchema() { return NamedSchema(kIssuerTable.Schema(), kNamePattern); }

}  // namespace querygate
