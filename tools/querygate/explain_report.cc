#include "tools/querygate/explain_report.h"

#include <algorithm>
#include <map>

#include "engine/lint/distinct_violations.h"
#include "engine/render/display_text.h"
#include "engine/render/grant_words.h"
#include "engine/render/json_text.h"
#include "engine/render/text_table.h"
#include "engine/render/type_words.h"
#include "tools/querygate/explain_words.h"
#include "tools/querygate/use_text.h"

namespace querygate::cli {

namespace {

// Which queries use what, by the folded text of the access: grants and uses may differ in case.
std::map<std::string, std::vector<std::string>> UsersByAccess(const CompiledReport& report,
                                                              const Inspection& inspection) {
  std::map<std::string, std::vector<std::string>> users;
  for (std::size_t query = 0; query < inspection.queries.size(); ++query) {
    for (const StatementFacts& facts : inspection.queries[query]) {
      for (const AccessUse& use : facts.uses) {
        std::vector<std::string>& names = users[FoldName(UseText(use))];
        if (names.empty() || names.back() != report.queries[query].name) names.push_back(report.queries[query].name);
      }
    }
  }
  return users;
}

std::vector<ShownGrant> CollectGrants(const CompiledReport& report, const Inspection& inspection) {
  const auto users = UsersByAccess(report, inspection);
  std::vector<ShownGrant> grants;
  for (GrantLine& grant : GrantLines(report)) {
    const auto found = users.find(FoldName(grant.subject));
    grants.push_back(
        {std::move(grant.subject), grant.line, found == users.end() ? std::vector<std::string>() : found->second});
  }
  return grants;
}

// A list parameter stands for several slots: spare ones repeat its first value.
std::vector<std::string> CollectSlots(const CompiledReport& report, const CompiledStatement& statement) {
  std::vector<std::string> slots;
  for (const Slot& slot : statement.slots) {
    if (slot.bind || !report.parameters[slot.index].list) continue;
    const ParameterSpec& parameter = report.parameters[slot.index];
    const std::string text = parameter.name + " fills " + std::to_string(parameter.max_items) + " slots";
    if (std::find(slots.begin(), slots.end(), text) == slots.end()) slots.push_back(text);
  }
  return slots;
}

std::string PresenceOf(const ParameterSpec& parameter) {
  if (parameter.default_value) return "else " + parameter.default_value->spelling;
  return parameter.optional ? "may be left out" : "required";
}

std::vector<ShownChoice> CollectChoices(const CompiledReport& report) {
  std::vector<ShownChoice> choices;
  for (const ParameterSpec& parameter : report.parameters) {
    if (parameter.from_scope) continue;
    int line = 0;
    for (const ParameterDeclaration& declared : report.declaration->parameters) {
      if (declared.name.value == parameter.name) line = declared.name.position.line;
    }
    choices.push_back({parameter.name, line, AcceptedValues(parameter), PresenceOf(parameter),
                       DocumentationText(parameter.documentation)});
  }
  return choices;
}

std::string Join(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

void WriteStrings(JsonWriter& writer, const std::vector<std::string>& strings) {
  writer.BeginArray();
  for (const std::string& text : strings) writer.String(text);
  writer.EndArray();
}

}  // namespace

ReportAccess CollectAccess(const CompiledReport& report, const Inspection& inspection, Audience audience) {
  ReportAccess access;
  access.audience = std::move(audience);
  access.choices = CollectChoices(report);
  access.id = report.id;
  access.file = report.declaration->text->name();
  access.source = report.source->name;
  access.limits = report.limits_name;
  access.digest = report.digest;
  access.grants = CollectGrants(report, inspection);
  access.scoped = RowScopeLines(report);
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    for (std::size_t index = 0; index < report.queries[query].statements.size(); ++index) {
      const CompiledStatement& statement = report.queries[query].statements[index];
      const StatementFacts& facts = inspection.queries[query][index];
      ShownStatement shown{report.queries[query].name,
                           statement.variant,
                           CollectSlots(report, statement),
                           facts.plan,
                           facts.plan_words,
                           {}};
      for (const DistinctViolation& distinct : Distinct(facts.violations)) {
        shown.violations.push_back(distinct.violation.rule + ": " + distinct.violation.message);
      }
      access.statements.push_back(std::move(shown));
    }
  }
  return access;
}

std::string ExplainText(const ReportAccess& access, const CallVerdict* verdict) {
  std::string text = access.id + " (" + Printable(access.file) + ")\n";
  text +=
      "source " + access.source + ", limits " + access.limits + ", policy digest " + access.digest.substr(0, 12) + '\n';

  text += "\nmay touch; everything else is denied\n";
  // A statement that was denied shows only a part of what it would use.
  const bool denied = std::any_of(access.statements.begin(), access.statements.end(),
                                  [](const ShownStatement& statement) { return !statement.violations.empty(); });
  const std::string unused = denied ? "not known: a query is denied" : "nothing";
  TextTable grants{{{"granted"}, {"line", true}, {"used by"}}, {}};
  for (const ShownGrant& grant : access.grants) {
    grants.rows.push_back(
        {grant.subject, std::to_string(grant.line), grant.queries.empty() ? unused : Join(grant.queries)});
  }
  text += RenderTextTable(grants, 2);

  if (!access.scoped.empty()) text += "\nfiltered by scope, whatever the SQL says\n";
  for (const std::string& scoped : access.scoped) text += "  " + Printable(scoped) + '\n';

  text += AudienceText(access.audience) + ChoicesText(access.choices);

  for (const ShownStatement& statement : access.statements) {
    text += "\nquery " + statement.query + (statement.variant.empty() ? "" : ", variant " + statement.variant) + '\n';
    for (const std::string& violation : statement.violations) text += "  denied: " + Printable(violation) + '\n';
    for (const std::string& slots : statement.slots) text += "  list: " + slots + '\n';
    for (const std::string& step : statement.plan_words) text += "  plan: " + Printable(step) + '\n';
  }
  return verdict == nullptr ? text : text + VerdictText(*verdict);
}

std::string ExplainJson(const ReportAccess& access, const CallVerdict* verdict) {
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("report").String(access.id);
  writer.Key("file").String(access.file);
  writer.Key("source").String(access.source);
  writer.Key("limits").String(access.limits);
  writer.Key("digest").String(access.digest);
  writer.Key("grants").BeginArray();
  for (const ShownGrant& grant : access.grants) {
    writer.BeginObject().Key("subject").String(grant.subject).Key("line").Integer(grant.line);
    WriteStrings(writer.Key("used_by"), grant.queries);
    writer.EndObject();
  }
  writer.EndArray();
  WriteStrings(writer.Key("row_scope"), access.scoped);
  WriteAudience(writer.Key("who"), access.audience);
  WriteChoices(writer.Key("chooses"), access.choices);
  writer.Key("statements").BeginArray();
  for (const ShownStatement& statement : access.statements) {
    writer.BeginObject().Key("query").String(statement.query);
    if (!statement.variant.empty()) writer.Key("variant").String(statement.variant);
    WriteStrings(writer.Key("denied"), statement.violations);
    WriteStrings(writer.Key("lists"), statement.slots);
    WriteStrings(writer.Key("plan"), statement.plan);
    WriteStrings(writer.Key("plan_words"), statement.plan_words);
    writer.EndObject();
  }
  writer.EndArray();
  if (verdict != nullptr) WriteVerdict(writer.Key("call"), *verdict);
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate::cli
