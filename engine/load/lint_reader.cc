#include "engine/load/lint_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/rule.h"
#include "engine/base/suggest.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

using Level = std::optional<Severity>;

constexpr auto kLevels = std::to_array<NamedValue<Level>>({
    {"error", Severity::kError},
    {"warning", Severity::kWarning},
    {"note", Severity::kNote},
    {"off", std::nullopt},
});

void ReadLevel(DocumentReader& reader, const YamlNode& value, std::string_view what, LintLevelDeclaration& row) {
  reader.Choice(value, what, std::span<const NamedValue<Level>>(kLevels), row.severity);
}

ValueSchema LevelSchema() { return ChoiceSchema(std::span<const NamedValue<Level>>(kLevels)); }

constexpr auto kLevelKeys = std::to_array<KeyRule<LintLevelDeclaration>>({
    {"level", Presence::kRequired, {ReadLevel, &LevelSchema}, "How grave the rule's findings are, or off."},
    {"reason", Presence::kOptional, Key<&LintLevelDeclaration::reason>::Prose,
     "Why; required where a security rule is lowered."},
});
constexpr KeyTable<LintLevelDeclaration> kLevelTable{"a rule's level", kLevelKeys};

void ReportUnknownRule(DocumentReader& reader, const Located<std::string>& name) {
  std::vector<std::string> candidates;
  for (const Rule& rule : Rules()) {
    candidates.emplace_back(rule.id);
    candidates.emplace_back(rule.alias);
  }
  const auto near = NearestName(name.value, candidates);
  reader.Report("invalid-value", name.position, "there is no rule " + Quoted(name.value),
                near ? "did you mean `" + *near + "`?" : "rules are named by id, QG302, or by name, select-star");
}

bool IsLower(const Level& level, Severity than) { return !level || *level > than; }

// What a deployment may say about one rule.
void CheckLevel(DocumentReader& reader, const Rule& rule, const LintLevelDeclaration& row) {
  const std::string name = Quoted(row.rule.value);
  if (IsEnforced(rule)) {
    if (row.severity != rule.severity) {
      reader.Report("invalid-value", row.rule.position, name + " has one level, error",
                    "`run` refuses what it finds, and no configuration changes that; remove the line");
    }
  } else if (rule.security && IsLower(row.severity, rule.severity) && row.reason.empty()) {
    reader.Report("invalid-value", row.rule.position, name + " is a security rule and is lowered without a reason",
                  "write { level: …, reason: … }");
  }
}

void ReadLevels(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  std::vector<const Rule*> seen;
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const Rule* rule = FindRule(name.value);
    if (rule == nullptr) return ReportUnknownRule(reader, name);
    if (std::find(seen.begin(), seen.end(), rule) != seen.end()) {
      return reader.Report("duplicate-key", name.position,
                           Quoted(name.value) + " names a rule that has a level already",
                           "a rule is named once, by its id or by its name");
    }
    seen.push_back(rule);
    const std::string within = Quoted(name.value);
    LintLevelDeclaration row{std::move(name), rule->severity, {}};
    if (node.kind == NodeKind::kMapping) {
      ReadMapping(reader, node, within, kLevelTable, row);
    } else {
      ReadLevel(reader, node, within, row);
    }
    CheckLevel(reader, *rule, row);
    gateway.lint_levels.push_back(std::move(row));
  });
}

// The groups of rules that are not enforced, or any name: a schema that listed them would change with every rule.
constexpr std::string_view kRulePattern = "^(QG[34][0-9]{2}|[a-z]+(-[a-z]+)*)$";

ValueSchema LevelsSchema() { return NamedSchema(EitherSchema(LevelSchema(), kLevelTable.Schema()), kRulePattern); }

constexpr auto kLintKeys = std::to_array<KeyRule<GatewayDeclaration>>({
    {"levels", Presence::kOptional, {ReadLevels, &LevelsSchema}, "Rules by id or name, each with its level here."},
});
constexpr KeyTable<GatewayDeclaration> kLintTable{"`lint`", kLintKeys};

}  // namespace

void ReadLint(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  ReadMapping(reader, value, what, kLintTable, gateway);
}

ValueSchema LintSchema() { return kLintTable.Schema(); }

Vocabulary LintPlaces() { return {kLintTable.Place(), kLevelTable.Place()}; }

}  // namespace querygate
