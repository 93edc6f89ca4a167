#include "engine/render/display_text.h"
#include "engine/review/diff/call_words.h"
#include "engine/review/diff/diff_formats.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

// One sign for the strongest effect, so that a long list can be skimmed.
char SignOf(const Effects& effects) {
  if (effects.widens) return '+';
  if (effects.unclear) return '?';
  if (effects.breaks) return '!';
  return effects.narrows ? '-' : '=';
}

void AppendChange(std::string& out, const std::string& report, const Change& change) {
  out += std::string("  ") + SignOf(change.effects) + ' ' + change.topic + ", " + Printable(change.subject) + ": " +
         Printable(change.text);
  const std::string words = EffectWords(change.effects);
  if (!words.empty()) out += " [" + words + "]";
  out += '\n';
  if (!change.file.empty()) out += "      " + Printable(change.file) + ':' + std::to_string(change.line) + '\n';
  if (!change.datum.empty()) out += "      newly visible: " + Printable(change.datum) + '\n';
  if (change.call) {
    out += "      newly accepted, as " + Printable(NameOf(change.call->caller)) + ": " +
           Printable(CallWords(report, *change.call)) + '\n';
  }
  if (change.call && change.callers.size() > 1) out += "      for " + Printable(Listed(change.callers)) + '\n';
}

}  // namespace

std::string RenderDiffText(const Diff& diff) {
  std::string out;
  std::string same;
  for (const PolicyDiff& policy : diff.policies) {
    const std::string words = EffectWords(policy.effects);
    out += policy.name + ": " + (words.empty() ? "same" : words) + '\n';
    for (const Change& change : policy.changes) AppendChange(out, {}, change);
    out += '\n';
  }
  for (const ReportDiff& report : diff.reports) {
    if (report.changes.empty()) {
      same += "  " + report.id + '\n';
      continue;
    }
    out += report.id + ": " + VerdictWords(report) + '\n';
    for (const Change& change : report.changes) AppendChange(out, report.id, change);
    out += '\n';
  }
  if (!same.empty()) out += "without any change\n" + same + '\n';
  return out + DiffSummary(diff) + '\n';
}

}  // namespace querygate::review
