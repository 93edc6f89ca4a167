// Tables, columns, functions and recursion: what is granted, and what the statements do read.
#include <algorithm>
#include <set>

#include "engine/review/diff/grants.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

class GrantComparison {
 public:
  GrantComparison(const ReportPair& pair, Changes& changes)
      : pair_(pair), changes_(changes), read_(ReadsOf(pair.head_facts)), callers_(CallersInHead(pair)) {}

  void Compare() {
    const std::vector<NamedGrant> base = GrantsOf(pair_.base().allowlist);
    const std::vector<NamedGrant> head = GrantsOf(pair_.head().allowlist);
    for (const NamedGrant& grant : head) {
      if (!Contains(base, grant)) Gained(grant);
    }
    for (const NamedGrant& grant : base) {
      if (Contains(head, grant)) continue;
      Change& change = changes_.Add(grant.subject, kNarrows, grant.subject + " is no longer granted");
      Changes::Locate(change, *pair_.base().declaration->text, grant.position);
    }
  }

 private:
  void Gained(const NamedGrant& grant) {
    const bool used = read_.contains(FoldName(grant.subject));
    const bool is_data = grant.kind == NamedGrant::Kind::kTable || grant.kind == NamedGrant::Kind::kColumn;
    Change& change = changes_.Add(grant.subject, kWidens,
                                  grant.subject + " is newly granted" + (used ? "" : "; no query uses it yet"));
    Changes::Locate(change, *pair_.head().declaration->text, grant.position);
    change.callers = callers_;
    if (callers_.empty()) {
      change.effects = kNoEffect;
      change.text += " (no caller reaches the report)";
    } else if (!used) {
      // Nothing is visible yet: the next change of the SQL could show it without another word of policy.
    } else if (is_data) {
      change.datum = grant.subject + " is newly readable by " + Listed(callers_);
    } else {
      change.datum = grant.subject + " is newly usable for " + Listed(callers_);
    }
  }

  const ReportPair& pair_;
  Changes& changes_;
  std::set<std::string> read_;
  std::vector<std::string> callers_;
};

}  // namespace

void CompareGrants(const ReportPair& pair, Changes& changes) { GrantComparison(pair, changes).Compare(); }

}  // namespace querygate::review
