#include <array>
#include <utility>

#include "engine/load/document_tables.h"
#include "engine/load/load_document.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

constexpr std::string_view kNobody = "none";

constexpr auto kClaimsKeys = std::to_array<KeyRule<AccessDeclaration>>({
    {"roles",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, AccessDeclaration& access) {
        Located<std::string> path;
        if (reader.Text(value, what, path)) access.roles_claim = std::move(path.value);
      },
      &TextSchema},
     "Where the roles are in the claims, as a dotted path."},
});
constexpr KeyTable<AccessDeclaration> kClaimsTable{"`claims`", kClaimsKeys};

void ReadClaims(DocumentReader& reader, const YamlNode& value, std::string_view what, AccessDeclaration& access) {
  ReadMapping(reader, value, what, kClaimsTable, access);
}

constexpr auto kScopeKeys = std::to_array<KeyRule<ScopeDeclaration>>({
    {"claim", Presence::kRequired, Key<&ScopeDeclaration::claim>::Text,
     "Where the value is in the claims, as a dotted path."},
    {"type",
     Presence::kRequired,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, ScopeDeclaration& scope) {
        if (reader.Choice(value, what, ScalarTypes(), scope.type.value)) scope.type.position = value.position;
      },
      [] { return ChoiceSchema(ScalarTypes()); }},
     "The type of the value."},
});
constexpr KeyTable<ScopeDeclaration> kScopeTable{"a scope", kScopeKeys};

void ReadScopes(DocumentReader& reader, const YamlNode& value, std::string_view what, AccessDeclaration& access) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    if (!IsName(name.value)) {
      reader.Report("invalid-value", name.position, within + " is no name of a scope", "names match [a-z][a-z0-9_]*");
    }
    ScopeDeclaration scope;
    scope.name = std::move(name);
    if (ReadMapping(reader, node, within, kScopeTable, scope)) access.scope.push_back(std::move(scope));
  });
}

constexpr auto kRangeKeys = std::to_array<KeyRule<ParameterNarrowing>>({
    {"min", Presence::kOptional, Key<&ParameterNarrowing::min>::Scalar, "The least value that the role may choose."},
    {"max", Presence::kOptional, Key<&ParameterNarrowing::max>::Scalar, "The greatest value that the role may choose."},
});
constexpr KeyTable<ParameterNarrowing> kRangeTable{"a narrower range", kRangeKeys};

// A list of values, or `{ min, max }`. An empty one would say nothing, or permit everything.
bool ReadParameterNarrowing(DocumentReader& reader, const YamlNode& node, std::string_view what,
                            ParameterNarrowing& narrowing) {
  const bool list = node.kind == NodeKind::kSequence;
  if (!list && node.kind != NodeKind::kMapping) {
    reader.WrongType(node, what, "a list of values or { min, max }");
    return false;
  }
  const bool bounded = FindMember(node, "min") != nullptr || FindMember(node, "max") != nullptr;
  if (list ? node.items.empty() : !bounded) {
    reader.Report("invalid-value", node.position, std::string(what) + " must name what the role may choose");
    return false;
  }
  if (!list) return ReadMapping(reader, node, what, kRangeTable, narrowing);
  for (const YamlNode& item : node.items) {
    Scalar value;
    if (reader.Scalar(item, "an entry of " + std::string(what), value)) narrowing.values.push_back(std::move(value));
  }
  return true;
}

ValueSchema NarrowSchema() {
  ValueSchema values = ListSchema(ScalarSchema());
  values.min_items = 1;
  return NamedSchema(NamedSchema(EitherSchema(std::move(values), kRangeTable.Schema())));
}

void ReadNarrow(DocumentReader& reader, const YamlNode& value, std::string_view what, RoleDeclaration& role) {
  ReadNamed(reader, value, what, [&](const YamlNode& parameters, Located<std::string> report) {
    ReportNarrowing narrowing{std::move(report), {}};
    const std::string within = Quoted(narrowing.report.value);
    ReadNamed(reader, parameters, within, [&](const YamlNode& node, Located<std::string> name) {
      ParameterNarrowing parameter;
      parameter.parameter = std::move(name);
      if (ReadParameterNarrowing(reader, node, Quoted(parameter.parameter.value), parameter)) {
        narrowing.parameters.push_back(std::move(parameter));
      }
    });
    role.narrow.push_back(std::move(narrowing));
  });
}

constexpr auto kRoleKeys = std::to_array<KeyRule<RoleDeclaration>>({
    {"reports", Presence::kRequired, Key<&RoleDeclaration::reports>::Texts,
     "Report ids; * matches within a segment, ** across segments."},
    {"narrow",
     Presence::kOptional,
     {ReadNarrow, &NarrowSchema},
     "Narrower parameters for this role, as { REPORT: { PARAMETER: [VALUE] or { min, max } } }."},
});
constexpr KeyTable<RoleDeclaration> kRoleTable{"a role", kRoleKeys};

void ReadRoles(DocumentReader& reader, const YamlNode& value, std::string_view what, AccessDeclaration& access) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    if (name.value == kNobody) {
      reader.Report("invalid-value", name.position, "`none` is no name of a role", "`anonymous: none` means no role");
    }
    RoleDeclaration role;
    role.name = std::move(name);
    if (ReadMapping(reader, node, within, kRoleTable, role)) access.roles.push_back(std::move(role));
  });
}

void ReadAnonymous(DocumentReader& reader, const YamlNode& value, std::string_view what, AccessDeclaration& access) {
  Located<std::string> role;
  if (reader.Text(value, what, role) && role.value != kNobody) access.anonymous = std::move(role);
}

void ReadLocal(DocumentReader& reader, const YamlNode& value, std::string_view what, AccessDeclaration& access) {
  std::vector<Located<std::string>> roles;
  if (reader.Texts(value, what, roles)) access.local = std::move(roles);
}

constexpr auto kKeys = std::to_array<KeyRule<AccessDeclaration>>({
    HeaderKey<AccessDeclaration>("apiVersion"),
    HeaderKey<AccessDeclaration>("kind"),
    {"claims",
     Presence::kOptional,
     {ReadClaims, [] { return kClaimsTable.Schema(); }},
     "Where the claims of an identity say what is needed here."},
    {"scope",
     Presence::kOptional,
     {ReadScopes, [] { return NamedSchema(kScopeTable.Schema(), kNamePattern); }},
     "How claims become scope values, by name."},
    {"roles",
     Presence::kRequired,
     {ReadRoles, [] { return NamedSchema(kRoleTable.Schema()); }},
     "What each role may call; a caller may do what one of its roles permits."},
    {"anonymous", Presence::kOptional, {ReadAnonymous, &TextSchema}, "The role of a caller without identity, or none."},
    {"local",
     Presence::kOptional,
     {ReadLocal, &TextsSchema},
     "The roles of the command line without --as; left out: any report that needs no scope."},
});
constexpr KeyTable<AccessDeclaration> kTable{"an Access document", kKeys};

Vocabulary AccessVocabulary() {
  return {kTable.Place(), kClaimsTable.Place(), kScopeTable.Place(), kRoleTable.Place(), kRangeTable.Place()};
}

}  // namespace

ValueSchema AccessDocument() { return kTable.Schema(); }

Loaded<AccessDeclaration> LoadAccess(std::shared_ptr<const SourceText> text) {
  AccessDeclaration seed;
  seed.text = text;
  return LoadDocument(text, "Access", kTable, AccessVocabulary, std::move(seed));
}

}  // namespace querygate
