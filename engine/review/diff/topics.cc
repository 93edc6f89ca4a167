#include <array>

#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

constexpr auto kTopics = std::to_array<Topic>({
    {"status", CompareStatus},
    {"roles", CompareRoles},
    {"parameters", CompareParameters},
    {"windows", CompareWindows},
    {"grants", CompareGrants},
    {"row scope", CompareRowScope},
    {"SQL", CompareStatements},
    {"rows", CompareRows},
    {"columns", CompareColumns},
    {"result", CompareResult},
    {"coverage", CompareCoverage},
    {"limits", CompareBudget},
    {"logging", CompareLogging},
    {"documentation", CompareDocumentation},
});

}  // namespace

std::span<const Topic> Topics() { return kTopics; }

Change& Changes::Add(std::string subject, Effects effects, std::string text) {
  Change change;
  change.topic = topic_;
  change.subject = std::move(subject);
  change.effects = effects;
  change.text = std::move(text);
  return changes_.emplace_back(std::move(change));
}

void Changes::Locate(Change& change, const SourceText& text, const SourcePosition& position) {
  change.file = text.name();
  change.line = position.line;
}

std::vector<std::string> CallersInHead(const ReportPair& pair) {
  std::vector<std::string> names;
  for (const ReviewedCaller& caller : pair.callers) {
    const bool served = pair.head().status != ReportStatus::kRetired &&
                        (pair.head().status != ReportStatus::kDraft || caller.kind == Caller::Kind::kLocal);
    if (served && !AlternativesOf(pair.head_side, pair.head(), caller).empty()) names.push_back(NameOf(caller));
  }
  return names;
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (index > 0) text += index + 1 == names.size() ? " and " : ", ";
    text += names[index];
  }
  return text;
}

}  // namespace querygate::review
