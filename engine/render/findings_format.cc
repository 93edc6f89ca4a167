#include "engine/render/findings_format.h"

#include <algorithm>
#include <array>

#include "engine/base/rule.h"
#include "engine/render/findings_formats.h"

namespace querygate {

namespace {

constexpr std::array kFindingsFormats{
    FindingsFormat{"text", "for people: the line, a caret, help", false, &RenderFindingsText},
    FindingsFormat{"compact", "one line a finding, for editors and grep", false, &RenderFindingsCompact},
    FindingsFormat{"json", "one object, docs/schema/findings.schema.json", true, &RenderFindingsJson},
    FindingsFormat{"sarif", "SARIF 2.1.0, for code scanning", true, &RenderFindingsSarif},
    FindingsFormat{"github", "workflow commands that GitHub shows beside the change", true, &RenderFindingsGithub},
    FindingsFormat{"junit", "JUnit XML, a test case for each file", true, &RenderFindingsJunit},
};

}  // namespace

std::span<const FindingsFormat> FindingsFormats() { return kFindingsFormats; }

const FindingsFormat* FindFindingsFormat(std::string_view name) {
  const auto* const found = std::find_if(kFindingsFormats.begin(), kFindingsFormats.end(),
                                         [name](const FindingsFormat& format) { return format.name == name; });
  return found == kFindingsFormats.end() ? nullptr : found;
}

std::string FindingsFormatNames() {
  std::string names;
  for (const FindingsFormat& format : kFindingsFormats) {
    if (!names.empty()) names += &format == &kFindingsFormats.back() ? " or " : ", ";
    names += format.name;
  }
  return names;
}

Diagnostics FindingsAndFaults(const FindingsReport& report) {
  Diagnostics all = report.findings;
  all.insert(all.end(), report.faults.begin(), report.faults.end());
  SortDiagnostics(all);
  return all;
}

std::string RuleTitle(std::string_view alias) {
  const Rule* rule = FindRule(alias);
  return rule == nullptr ? std::string(alias) : std::string(rule->id) + ' ' + std::string(rule->alias);
}

}  // namespace querygate
