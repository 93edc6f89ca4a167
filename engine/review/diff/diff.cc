#include "engine/review/diff/diff.h"

#include <algorithm>

#include "engine/review/diff/compare_policies.h"
#include "engine/review/diff/delivered_parts.h"
#include "engine/review/diff/grants.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

bool IsDraft(const CompiledReport& report) { return report.status == ReportStatus::kDraft; }
bool IsServed(const CompiledReport& report) { return !IsDraft(report) && report.status != ReportStatus::kRetired; }

Verdict VerdictOf(const Effects& effects) {
  if (effects.widens) return Verdict::kWidened;
  if (effects.unclear) return Verdict::kIncomparable;
  if (effects.breaks) return Verdict::kBreaking;
  return effects.narrows ? Verdict::kNarrowed : Verdict::kSame;
}

void Sum(ReportDiff& diff) {
  for (const Change& change : diff.changes) diff.effects |= change.effects;
}

// The digests cover all that decides behaviour. When they differ and no topic has a word for it, the comparison has
// a gap, and saying `same` would be a lie.
void AddUnexplained(const ReportPair& pair, ReportDiff& diff) {
  if (!diff.changes.empty() || pair.base().digest == pair.head().digest) return;
  // A source's digest is part of its reports' digests, and sources are told apart.
  if (pair.base().source->digest != pair.head().source->digest) return;
  Changes changes("other");
  changes.Add("digest", kUnclear, "the compiled policies differ in a way that this comparison has no words for");
  for (Change& change : std::move(changes).Take()) diff.changes.push_back(std::move(change));
}

void JudgeVersion(const ReportPair& pair, ReportDiff& diff) {
  const std::int64_t base = *diff.base_version;
  const std::int64_t head = *diff.head_version;
  Changes changes("version");
  const auto add = [&](Effects effects, std::string text) {
    Changes::Locate(changes.Add("version", effects, std::move(text)), *pair.head().declaration->text,
                    pair.head().declaration->version.position);
  };
  if (diff.effects.breaks && head <= base && IsServed(pair.base())) {
    diff.unversioned_break = true;
    add(kBreaks, "the version is still " + std::to_string(head) + ": a change that breaks takes a new one");
  } else if (head != base) {
    add(kNoEffect, "version " + std::to_string(head) + "; before: " + std::to_string(base));
  }
  for (Change& change : std::move(changes).Take()) diff.changes.push_back(std::move(change));
}

ReportDiff CompareReport(const ReportPair& pair) {
  ReportDiff diff;
  diff.id = pair.head().id;
  diff.base_version = pair.base().declaration->version.value;
  diff.head_version = pair.head().declaration->version.value;
  for (const Topic& topic : Topics()) {
    Changes changes(topic.name);
    topic.compare(pair, changes);
    for (Change& change : std::move(changes).Take()) diff.changes.push_back(std::move(change));
  }
  AddUnexplained(pair, diff);
  Sum(diff);
  JudgeVersion(pair, diff);
  diff.verdict = VerdictOf(diff.effects);
  return diff;
}

ReportDiff Added(const PolicySide& side, const ReviewedReport& reviewed, const std::vector<ReviewedCaller>& callers,
                 const Instant& now) {
  const CompiledReport& report = *reviewed.report;
  ReportDiff diff;
  diff.id = report.id;
  diff.verdict = Verdict::kAdded;
  diff.head_version = report.declaration->version.value;
  Changes changes("report");
  Change& change = changes.Add("report", kNoEffect, "new report of the source " + report.source->name);
  Changes::Locate(change, *report.declaration->text, report.declaration->title.position);
  for (const ReviewedCaller& caller : callers) {
    const bool served = IsServed(report) || (IsDraft(report) && caller.kind == Caller::Kind::kLocal);
    if (!served || AlternativesOf(side, report, caller).empty()) continue;
    change.callers.push_back(NameOf(caller));
    if (!change.call) change.call = FindCall({side, report, nullptr, caller, now});
  }
  if (change.callers.empty()) {
    change.text += "; no caller may use it yet";
  } else {
    change.effects = kWidens;
    std::vector<std::string> columns;
    for (const NamedGrant& grant : GrantsOf(report.allowlist)) {
      if (grant.kind == NamedGrant::Kind::kColumn) columns.push_back(grant.subject);
    }
    if (!columns.empty()) change.datum = Listed(columns) + " for " + Listed(change.callers);
  }
  diff.changes = std::move(changes).Take();
  Sum(diff);
  return diff;
}

ReportDiff Removed(const PolicySide& side, const ReviewedReport& reviewed, const std::vector<ReviewedCaller>& callers) {
  const CompiledReport& report = *reviewed.report;
  ReportDiff diff;
  diff.id = report.id;
  diff.verdict = Verdict::kRemoved;
  diff.base_version = report.declaration->version.value;
  const bool called = std::any_of(callers.begin(), callers.end(), [&](const ReviewedCaller& caller) {
    return !AlternativesOf(side, report, caller).empty();
  });
  Effects effects = kNarrows;
  effects.breaks = IsServed(report) && called;
  diff.unversioned_break = effects.breaks;
  Changes changes("report");
  Change& change = changes.Add(
      "report", effects,
      IsServed(report) ? "the report is gone; `status: retired` would say so to its callers" : "the report is gone");
  Changes::Locate(change, *report.declaration->text, report.declaration->title.position);
  diff.changes = std::move(changes).Take();
  Sum(diff);
  return diff;
}

}  // namespace

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSame:
      return "same";
    case Verdict::kNarrowed:
      return "narrowed";
    case Verdict::kWidened:
      return "widened";
    case Verdict::kBreaking:
      return "breaking";
    case Verdict::kAdded:
      return "added";
    case Verdict::kRemoved:
      return "removed";
    case Verdict::kIncomparable:
      break;
  }
  return "incomparable";
}

bool Diff::widened() const {
  const auto widens = [](const auto& item) { return item.effects.widens || item.effects.unclear; };
  return std::any_of(reports.begin(), reports.end(), widens) || std::any_of(policies.begin(), policies.end(), widens);
}

bool Diff::unversioned_break() const {
  return std::any_of(reports.begin(), reports.end(), [](const ReportDiff& report) { return report.unversioned_break; });
}

Diff Compare(const PolicySide& base, const PolicySide& head, const Instant& now) {
  Diff diff;
  diff.base = base.name;
  diff.head = head.name;
  const std::vector<ReviewedCaller> callers = CallersOf(base, head);
  for (const auto& [id, report] : head.reports) {
    const auto before = base.reports.find(id);
    diff.reports.push_back(before == base.reports.end()
                               ? Added(head, report, callers, now)
                               : CompareReport({base, head, before->second, report, callers, now}));
  }
  for (const auto& [id, report] : base.reports) {
    if (!head.reports.contains(id)) diff.reports.push_back(Removed(base, report, callers));
  }
  std::sort(diff.reports.begin(), diff.reports.end(),
            [](const ReportDiff& a, const ReportDiff& b) { return a.id < b.id; });
  diff.policies = ComparePolicies(base, head);
  return diff;
}

}  // namespace querygate::review
