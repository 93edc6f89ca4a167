// Whether a report is served at all, and to whom.
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

bool IsServed(ReportStatus status) { return status == ReportStatus::kActive || status == ReportStatus::kDeprecated; }

bool IsServedTo(ReportStatus status, const ReviewedCaller& caller) {
  return IsServed(status) || (status == ReportStatus::kDraft && caller.kind == Caller::Kind::kLocal);
}

}  // namespace

void CompareStatus(const ReportPair& pair, Changes& changes) {
  const ReportStatus base = pair.base().status;
  const ReportStatus head = pair.head().status;
  const SourceText& text = *pair.head().declaration->text;
  if (base == head) {
    if (pair.base().replaced_by != pair.head().replaced_by) {
      changes.Add("replaced_by", kNoEffect, "another successor is named: " + pair.head().replaced_by);
    }
    return;
  }
  const std::string words = std::string(NameOf(base)) + " to " + std::string(NameOf(head));
  Change gained;
  bool lost = false;
  for (const ReviewedCaller& caller : pair.callers) {
    const bool before = IsServedTo(base, caller);
    const bool now = IsServedTo(head, caller);
    lost = lost || (before && !now);
    if (before || !now || AlternativesOf(pair.head_side, pair.head(), caller).empty()) continue;
    gained.callers.push_back(NameOf(caller));
    if (gained.call) continue;
    gained.call = FindCall({pair.head_side, pair.head(), &pair.base(), caller, pair.now});
  }
  Effects effects;
  effects.widens = !gained.callers.empty();
  effects.narrows = lost;
  effects.breaks = IsServed(base) && !IsServed(head);
  Change& change = changes.Add("status", effects, words);
  change.callers = std::move(gained.callers);
  change.call = std::move(gained.call);
  Changes::Locate(change, text, pair.head().declaration->status_position);
}

}  // namespace querygate::review
