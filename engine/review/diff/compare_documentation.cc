// What readers are told. It changes nothing that a program does.
#include <algorithm>
#include <map>

#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

using Texts = std::map<std::string, std::string>;  // what for, what

void Add(Texts& texts, const std::string& subject, const Documentation& documentation,
         const std::vector<TypedChoice>* choices) {
  texts[subject] = documentation.title + '\n' + documentation.unit + '\n' + documentation.description;
  if (choices == nullptr) return;
  std::map<std::string, std::string> meanings;
  for (const TypedChoice& choice : *choices) meanings[choice.spelling] = choice.meaning;
  for (const auto& [value, meaning] : meanings) texts["meaning of " + subject + " " + value] = meaning;
}

Texts TextsOf(const CompiledReport& report) {
  Texts texts;
  texts["title"] = report.declaration->title.value;
  texts["description"] = report.declaration->description.value;
  texts["owner"] = report.declaration->owner.value;
  for (const ParameterSpec& spec : report.parameters)
    Add(texts, "parameter " + spec.name, spec.documentation, &spec.choices);
  for (const CompiledQuery& query : report.queries) {
    for (const ColumnSpec& column : query.columns) {
      Add(texts, "column " + query.name + "." + column.name, column.documentation, &column.choices);
    }
  }
  for (const ResultPlan::Part& part : report.result.parts) {
    const auto* group = std::get_if<GroupSpec>(&part.content);
    if (group == nullptr) continue;
    for (const GroupColumnSpec& column : group->columns) {
      Add(texts, "column " + (part.name.empty() ? "" : part.name + ".") + column.name, column.documentation, nullptr);
    }
  }
  return texts;
}

}  // namespace

void CompareDocumentation(const ReportPair& pair, Changes& changes) {
  const Texts base = TextsOf(pair.base());
  std::vector<std::string> different;
  for (const auto& [subject, text] : TextsOf(pair.head())) {
    const auto before = base.find(subject);
    if (before != base.end() && before->second != text) different.push_back(subject);
  }
  if (different.empty()) return;
  Change& change = changes.Add("documentation", kNoEffect, "reworded: " + Listed(different));
  Changes::Locate(change, *pair.head().declaration->text, pair.head().declaration->title.position);
}

}  // namespace querygate::review
