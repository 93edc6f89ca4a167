// Walks over a compiled report together with the declaration that it was compiled from: where a mistake can be made.
#pragma once

#include <cstddef>
#include <string>

#include "engine/policy/compiled_report.h"

namespace querygate::trial::mutations {

// take(place, index, spec, declaration)
template <typename Take>
void ForEachParameter(const CompiledReport& report, Take take) {
  for (std::size_t index = 0; index < report.parameters.size(); ++index) {
    take("parameters." + report.parameters[index].name, index, report.parameters[index],
         report.declaration->parameters[index]);
  }
}

inline std::string QueryPlace(const CompiledQuery& query) { return "queries." + query.name; }

// take(place, query, column, spec, declaration)
template <typename Take>
void ForEachColumn(const CompiledReport& report, Take take) {
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    const CompiledQuery& compiled = report.queries[query];
    for (std::size_t column = 0; column < compiled.columns.size(); ++column) {
      take(QueryPlace(compiled) + ".columns." + compiled.columns[column].name, query, column, compiled.columns[column],
           report.declaration->queries[query].columns[column]);
    }
  }
}

// The declaration of a part that is a group; null for any other part.
inline const GroupDeclaration* GroupDeclarationOf(const CompiledReport& report, std::size_t part) {
  const ResultPlan::Part& compiled = report.result.parts[part];
  if (!std::holds_alternative<GroupSpec>(compiled.content)) return nullptr;
  const ResultDeclaration& declared = report.declaration->result;
  if (declared.group) return &*declared.group;
  if (!declared.record) return nullptr;
  for (const ResultDeclaration::Part& written : *declared.record) {
    if (written.name.value == compiled.name) return std::get_if<GroupDeclaration>(&written.content);
  }
  return nullptr;
}

inline GroupSpec& GroupOf(CompiledReport& report, std::size_t part) {
  return std::get<GroupSpec>(report.result.parts[part].content);
}

inline std::string PartPlace(const ResultPlan::Part& part) {
  return part.name.empty() ? "result" : "result." + part.name;
}

// take(place, part, spec, declaration), for parts that are groups
template <typename Take>
void ForEachGroup(const CompiledReport& report, Take take) {
  for (std::size_t part = 0; part < report.result.parts.size(); ++part) {
    const GroupDeclaration* declared = GroupDeclarationOf(report, part);
    if (declared == nullptr) continue;
    take(PartPlace(report.result.parts[part]), part, std::get<GroupSpec>(report.result.parts[part].content), *declared);
  }
}

// take(place, part, column, spec, declaration)
template <typename Take>
void ForEachTotal(const CompiledReport& report, Take take) {
  ForEachGroup(report, [&](const std::string& place, std::size_t part, const GroupSpec& group,
                           const GroupDeclaration& declared) {
    for (std::size_t column = 0; column < group.columns.size(); ++column) {
      if (group.columns[column].kind == GroupColumnDeclaration::Kind::kFrom) continue;
      take(place + ".columns." + group.columns[column].name, part, column, group.columns[column],
           declared.columns[column]);
    }
  });
}

}  // namespace querygate::trial::mutations
