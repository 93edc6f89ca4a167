#include "engine/review/draft/declaration_text.h"

#include <algorithm>
#include <map>

#include "engine/policy/allowlist.h"
#include "engine/review/draft/names.h"
#include "engine/review/draft/yaml_text.h"

namespace querygate::draft {
namespace {

std::string Decide(std::string_view what) { return std::string(kDecide) + std::string(what); }

template <typename T>
void AddConstraints(const T& value, YamlMapping& mapping) {
  if (value.pattern) mapping.Add("pattern", YamlString(value.pattern->value));
  if (value.min_length) mapping.Add("min_length", std::to_string(value.min_length->value));
  if (value.max_length) mapping.Add("max_length", std::to_string(value.max_length->value));
  if (value.precision) mapping.Add("precision", std::to_string(value.precision->value));
  if (value.scale) mapping.Add("scale", std::to_string(value.scale->value));
  if (value.store) mapping.Add("store", std::string(NameOf(value.store->value)));
  if (value.min) mapping.Add("min", value.min->text);
  if (value.max) mapping.Add("max", value.max->text);
  if (value.choices.empty()) return;
  std::string choices = "[";
  for (const EnumChoice& choice : value.choices) {
    choices +=
        (choices.size() > 1 ? ", " : "") + (choice.value.quoted ? YamlString(choice.value.text) : choice.value.text);
  }
  mapping.Add("enum", choices + ']');
}

std::string ParameterText(const Candidate<ParameterDeclaration>& drafted) {
  const ParameterDeclaration& parameter = drafted.declaration;
  YamlMapping mapping;
  mapping.Add("type", std::string(NameOf(parameter.type)));
  if (parameter.list) mapping.Add("list", "true");
  if (parameter.max_items) mapping.Add("max_items", std::to_string(parameter.max_items->value));
  if (parameter.optional) mapping.Add("optional", "true");
  AddConstraints(parameter, mapping);
  mapping.AddString("description", parameter.documentation.description);
  return mapping.Write(parameter.name.value, 2, drafted.decide.empty() ? "" : Decide(drafted.decide));
}

std::string ColumnText(const Candidate<ColumnDeclaration>& drafted) {
  const ColumnDeclaration& column = drafted.declaration;
  YamlMapping mapping;
  mapping.Add("type", std::string(NameOf(column.type)));
  if (column.nullable) mapping.Add("nullable", "true");
  AddConstraints(column, mapping);
  mapping.AddString("description", column.documentation.description);
  return mapping.Write(column.name.value, 6, drafted.decide.empty() ? "" : Decide(drafted.decide));
}

struct Grants {
  std::map<std::string, std::vector<std::string>> tables;
  std::vector<std::string> functions;
  bool recursive = false;
};

Grants Collect(const std::vector<AccessUse>& uses) {
  Grants grants;
  for (const AccessUse& use : uses) {
    switch (use.kind) {
      case AccessUse::Kind::kTable:
        grants.tables[use.object];
        break;
      case AccessUse::Kind::kColumn:
        grants.tables[use.object].push_back(use.column);
        break;
      case AccessUse::Kind::kFunction:
        grants.functions.push_back(FoldName(use.object));
        break;
      case AccessUse::Kind::kRecursion:
        grants.recursive = true;
        break;
    }
  }
  return grants;
}

std::string AllowText(const std::vector<AccessUse>& uses) {
  const Grants grants = Collect(uses);
  std::string text = "allow:\n";
  if (grants.tables.empty()) {
    text += "  tables: {}\n";
  } else {
    text += "  tables:\n";
    for (const auto& [table, columns] : grants.tables) {
      text += "    " + YamlString(table) + ": " + YamlList(columns) + '\n';
    }
  }
  text += "  functions: " + YamlList(grants.functions) + '\n';
  if (grants.recursive) text += "  recursive: true\n";
  return text;
}

std::string Join(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  }
  return text;
}

std::string DescriptionText(const DraftedReport& report) {
  std::vector<std::string> columns, tables, parameters;
  for (const auto& column : report.columns) columns.push_back(column.declaration.name.value);
  for (const auto& [table, read] : Collect(report.uses).tables) tables.push_back(table);
  for (const auto& parameter : report.parameters) {
    const std::string& name = parameter.declaration.name.value;
    if (name != report.max) parameters.push_back(name);
  }
  std::string text = report.order.empty() ? "One row with " : "Rows with ";
  text += Join(columns);
  if (!parameters.empty()) text += ", for a given " + Join(parameters);
  if (!tables.empty()) text += ", from " + Join(tables);
  return text + ".";
}

}  // namespace

std::string DeclarationText(const DraftedReport& report) {
  std::string text = "# Drafted from " + report.sql_file + ". What is marked \"" + std::string(kDecide.substr(0, 7)) +
                     "\" is left to a person.\n";
  text += "# " + Decide("who may call it: list it under a role in the access policy") + '\n';
  if (!report.unscoped.empty()) {
    text += "# " + Decide("row scope: the source's policy filters no rows of " + Join(report.unscoped)) + '\n';
  }
  text += "apiVersion: querygate/v1\nkind: Report\n";
  text += "title: " + YamlString(TitleFor(report.id)) + '\n';
  text += "# " + Decide("what it answers, when to choose it, what it does not show") + '\n';
  text += "description: " + YamlString(DescriptionText(report)) + '\n';
  text += "owner: unassigned  # " + Decide("who answers for it") + '\n';
  text += "version: 1\nstatus: draft  # " +
          Decide("active, when the rest is decided; a draft runs on this machine only") + '\n';
  text += "source: " + report.source + '\n';
  if (!report.parameters.empty()) {
    text += "\nparameters:\n";
    for (const auto& parameter : report.parameters) text += ParameterText(parameter);
  }
  text += '\n' + AllowText(report.uses);
  text += "\nqueries:\n  " + std::string(kQueryName) + ":\n    sql: " + YamlBlock(report.sql, 6);
  if (!report.rows_decide.empty()) text += "    # " + Decide(report.rows_decide) + '\n';
  text += "    rows: { max: " + report.max + ", over: " + (report.truncate ? "truncate" : "reject") + " }\n";
  text += "    columns:\n";
  for (const auto& column : report.columns) text += ColumnText(column);
  return text + "\nresult:\n  rows: " + std::string(kQueryName) + '\n';
}

std::vector<Decision> FindDecisions(const DraftedFile& file) {
  std::vector<Decision> decisions;
  const SourceText text(file.path, file.text);
  const std::string mark = "# " + std::string(kDecide);
  const int lines = static_cast<int>(std::count(file.text.begin(), file.text.end(), '\n'));
  for (int line = 1; line <= lines; ++line) {
    const std::string_view content = text.Line(line);
    const std::size_t found = content.find(mark);
    if (found != std::string_view::npos) {
      decisions.push_back({file.path, line, std::string(content.substr(found + mark.size()))});
    }
  }
  return decisions;
}

}  // namespace querygate::draft
