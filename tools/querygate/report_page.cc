#include "tools/querygate/report_page.h"

#include <algorithm>

#include "engine/render/html_body.h"
#include "engine/render/reasons.h"
#include "engine/render/type_words.h"
#include "tools/querygate/report_words.h"
#include "tools/querygate/result_shape.h"

namespace querygate::cli {

namespace {

HtmlLine Text(std::string_view text) { return {{std::string(text)}}; }
HtmlLine Code(std::string_view text) { return {{std::string(text), HtmlSpan::Kind::kCode, {}}}; }

// From a report's page to the folder of the site: one step for `reports`, one for each folder of the id.
std::string RootFrom(std::string_view id) {
  std::string root = "../";
  for (const char c : id) root += c == '/' ? "../" : "";
  return root;
}

// What a value is for, and then what each of its values means.
HtmlLine Meaning(std::string documentation, const std::vector<TypedChoice>& choices) {
  HtmlLine line = Text(documentation);
  for (const TypedChoice& choice : choices) {
    if (choice.meaning.empty()) continue;
    line.push_back({line.size() == 1 && documentation.empty() ? "" : " "});
    line.push_back({choice.spelling, HtmlSpan::Kind::kCode, {}});
    line.push_back({": " + choice.meaning + (choice.meaning.ends_with('.') ? "" : ".")});
  }
  return line;
}

void AddFacts(const CompiledReport& report, const std::string& root, HtmlBody& body) {
  const ReportDeclaration& declaration = *report.declaration;
  std::vector<std::vector<HtmlLine>> rows = {
      {Text("Id"), Code(report.id)},
      {Text("Owner"), Text(declaration.owner.value)},
      {Text("Version"), Text(std::to_string(declaration.version.value))},
      {Text("Status"), Text(NameOf(report.status))},
      {Text("Source"), Text(report.source->name)},
      {Text("Limits"), Text(report.limits_name)},
  };
  if (!report.replaced_by.empty()) {
    const std::string href = root + ReportPagePath(report.replaced_by);
    rows.push_back({Text("Replaced by"), {{report.replaced_by, HtmlSpan::Kind::kText, href}}});
  }
  body.Table({}, rows);
}

void AddParameters(const CompiledReport& report, HtmlBody& body) {
  body.Heading(2, "Parameters");
  if (report.parameters.empty()) {
    body.Paragraph("None.");
    return;
  }
  std::vector<std::vector<HtmlLine>> rows;
  for (const ParameterSpec& parameter : report.parameters) {
    rows.push_back({Code(parameter.name), Text(PresenceText(parameter)), Text(AcceptedValues(parameter)),
                    Meaning(DocumentationText(parameter.documentation), parameter.choices)});
  }
  body.Table({"Name", "Needed", "Accepts", "Means"}, rows);
  std::vector<HtmlLine> windows;
  for (const std::string& line : WindowLines(report)) windows.push_back(Text(line));
  body.List(windows);
}

void AddResult(const CompiledReport& report, HtmlBody& body) {
  body.Heading(2, "Result");
  for (const ShownPart& part : ShowParts(report)) {
    body.Heading(3, part.name + ": " + part.shape);
    std::vector<std::vector<HtmlLine>> rows;
    for (const ShownColumn& column : part.columns) {
      rows.push_back({Code(column.name), Text(column.type), Meaning(column.documentation, column.choices)});
    }
    body.Table({"Column", "Holds", "Means"}, rows);
  }
  if (!report.result.coverage) return;
  body.Heading(3, "coverage");
  body.Paragraph("The result says how far an absence of rows can be believed.");
  std::vector<HtmlLine> notes;
  for (const std::string& note : report.result.coverage->notes) notes.push_back(Text(note));
  body.List(notes);
}

std::string NarrowingText(const ParameterNarrowing& narrowing) {
  std::string text = narrowing.parameter.value;
  std::string values;
  for (const Scalar& value : narrowing.values) values += (values.empty() ? "" : ", ") + value.text;
  if (!values.empty()) text += " is one of " + values;
  if (narrowing.min) text += " is at least " + narrowing.min->text;
  if (narrowing.max) text += std::string(narrowing.min ? " and" : " is") + " at most " + narrowing.max->text;
  return text;
}

// A role that permits the report, and what it narrows.
std::optional<HtmlLine> RoleLine(const RoleDeclaration& role, const std::string& id) {
  const auto permits = [&id](const Located<std::string>& glob) { return MatchesGlob(glob.value, id); };
  if (std::none_of(role.reports.begin(), role.reports.end(), permits)) return std::nullopt;
  HtmlLine line = Code(role.name.value);
  std::string narrowed;
  for (const ReportNarrowing& narrowing : role.narrow) {
    if (narrowing.report.value != id) continue;
    for (const ParameterNarrowing& parameter : narrowing.parameters) {
      narrowed += (narrowed.empty() ? ": only where " : "; ") + NarrowingText(parameter);
    }
  }
  if (!narrowed.empty()) line.push_back({narrowed});
  return line;
}

void AddAccess(const CompiledReport& report, const AccessRules& access, HtmlBody& body) {
  body.Heading(2, "Who may call it");
  if (!access.declaration) {
    body.Paragraph("There is no Access document: whoever runs the program, and nobody else.");
    return;
  }
  std::vector<HtmlLine> roles;
  for (const RoleDeclaration& role : access.declaration->roles) {
    auto line = RoleLine(role, report.id);
    if (!line) continue;
    const auto& anonymous = access.declaration->anonymous;
    if (anonymous && anonymous->value == role.name.value) line->push_back({" (callers without identity too)"});
    roles.push_back(*std::move(line));
  }
  body.Paragraph(roles.empty() ? "No role permits it." : "Callers with one of these roles:");
  body.List(roles);
  if (report.row_scope.empty()) return;
  std::string scopes;
  for (const RowScope& scope : report.row_scope) {
    scopes += (scopes.empty() ? "" : "; ") + scope.table + " by ";
    for (std::size_t i = 0; i < scope.columns.size(); ++i) scopes += (i > 0 ? ", " : "") + scope.columns[i].first;
  }
  body.Paragraph("Callers see their own rows only: " + scopes + ".");
}

void AddLimits(const CompiledReport& report, HtmlBody& body) {
  body.Heading(2, "Limits");
  std::vector<std::vector<HtmlLine>> rows;
  for (const BudgetLine& line : BudgetLines(report.budget)) {
    const std::string unit = line.unit.empty() ? "" : ' ' + std::string(line.unit);
    rows.push_back({Code(line.name), Text(std::to_string(line.value) + unit)});
  }
  body.Paragraph("One call may spend at most:");
  body.Table({}, rows);
}

void AddReasons(const CompiledReport& report, const std::string& root, HtmlBody& body) {
  body.Heading(2, "Reasons for a rejection");
  std::vector<HtmlLine> reasons;
  for (const std::string& reason : report.reasons) {
    HtmlLine line = Code(reason);
    if (const Reason* known = FindReason(reason)) {
      line.front().href = root + "reasons/" + std::string(known->name) + ".html";
      line.push_back({": " + std::string(known->summary)});
    }
    reasons.push_back(std::move(line));
  }
  body.List(reasons);
}

}  // namespace

std::string ReportPagePath(std::string_view id) { return "reports/" + std::string(id) + ".html"; }

std::string ReportPage(const CompiledReport& report, const AccessRules& access) {
  const std::string root = RootFrom(report.id);
  HtmlBody body;
  body.Heading(1, report.declaration->title.value);
  body.Paragraph(report.declaration->description.value);
  AddFacts(report, root, body);
  body.Heading(2, "Example");
  body.Code(ExampleCommand(report));
  AddParameters(report, body);
  AddResult(report, body);
  AddAccess(report, access, body);
  AddLimits(report, body);
  AddReasons(report, root, body);
  return HtmlPage(report.declaration->title.value, root, body);
}

}  // namespace querygate::cli
