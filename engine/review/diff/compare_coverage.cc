// What the answer says about how far it can be believed.
#include <algorithm>
#include <optional>

#include "engine/render/typed_text.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

// Everything but the wording, as one line.
std::string MeaningOf(const CompiledReport& report, const CoverageRule& coverage) {
  std::string text;
  const auto parameter = [&report](std::size_t index) { return report.parameters[index].name; };
  if (coverage.window)
    text += "window " + parameter(coverage.window->first) + " to " + parameter(coverage.window->second) + "; ";
  if (coverage.as_of) text += "as of " + parameter(*coverage.as_of) + "; ";
  if (coverage.watermark) {
    const CompiledQuery& query = report.queries[coverage.watermark->first];
    text += "watermark " + query.name + "." + query.columns[coverage.watermark->second].name + "; ";
  }
  for (const CoverageRule::Absent& absent : coverage.absent) {
    const CompiledQuery& query = report.queries[absent.query];
    text += "absent " + query.name;
    for (const auto& [column, value] : absent.where) text += " " + query.columns[column].name + "=" + TypedText(value);
    text += "; ";
  }
  return text;
}

std::string WordingOf(const CoverageRule& coverage) {
  std::string text;
  for (const CoverageRule::Absent& absent : coverage.absent) text += absent.say + '\n';
  for (const std::string& note : coverage.notes) text += note + '\n';
  return text;
}

}  // namespace

void CompareCoverage(const ReportPair& pair, Changes& changes) {
  const auto& base = pair.base().result.coverage;
  const auto& head = pair.head().result.coverage;
  const auto place = [&pair](Change& change) {
    const auto& declared = pair.head().declaration->result;
    Changes::Locate(change, *pair.head().declaration->text,
                    declared.coverage ? declared.coverage->position : declared.position);
  };
  if (base.has_value() != head.has_value()) {
    place(changes.Add("coverage", kBreaks,
                      head ? "the answer newly states its coverage" : "the answer no longer states its coverage"));
    return;
  }
  if (!base) return;
  if (MeaningOf(pair.base(), *base) != MeaningOf(pair.head(), *head)) {
    place(changes.Add("coverage", {.breaks = true, .unclear = true}, "coverage is worked out in another way"));
  }
  if (WordingOf(*base) != WordingOf(*head)) {
    place(changes.Add("coverage", kNoEffect, "sentences about coverage are worded differently"));
  }
}

}  // namespace querygate::review
