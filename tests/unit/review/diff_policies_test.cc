// Roles, row scope, ceilings and the access policy, on both sides.
#include <catch2/catch.hpp>

#include "engine/review/diff/call_words.h"
#include "engine/review/diff/diff_formats.h"
#include "tests/unit/review/side_fixture.h"

namespace querygate::testing {
namespace {

using review::Change;
using review::Diff;
using review::ReportDiff;

std::string EffectsOf(const std::vector<Change>& changes, const std::string& topic) {
  review::Effects effects;
  for (const Change& change : changes) {
    if (change.topic == topic) effects |= change.effects;
  }
  return review::EffectWords(effects);
}

Diff CompareSides(const SideTexts& base, const SideTexts& head) {
  return review::Compare(MakeSide(base), MakeSide(head), *ParseTimestamp("2026-01-01T00:00:00Z"));
}

TEST_CASE("who may call") {
  struct Row {
    const char* what;
    Edit edit;
    std::string forward, backward;
  };
  const std::vector<Row> rows = {
      {"another role", {"other: { reports: ['elsewhere/**'] }", "other: { reports: ['**'] }"}, "widened", "narrowed"},
      {"anonymous callers", {"anonymous: none", "anonymous: support"}, "widened", "narrowed"},
      {"a narrower list", {"state: [open]", "state: [open, shut]"}, "widened", "narrowed"},
      {"a narrower range", {"max: 5", "max: 6"}, "widened", "narrowed"},
      {"no narrowing",
       {", narrow: { shop/items: { state: [open], limit: { min: 1, max: 5 } } }", ""},
       "widened",
       "narrowed"},
      {"a glob that reaches no other report", {"['shop/*']", "['shop/**']"}, "", ""},
      {"local callers", {"anonymous: none", "anonymous: none\nlocal: [partner]"}, "narrowed", "widened"},
  };
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.what) {
      SideTexts edited;
      edited.access = Apply(kAccess, {row.edit});
      const ReportDiff forward = CompareReports({}, edited);
      const ReportDiff backward = CompareReports(edited, {});
      INFO(TextOf(forward.changes) << "---\n" << TextOf(backward.changes));
      CHECK(EffectsOf(forward.changes, "roles") == row.forward);
      CHECK(EffectsOf(backward.changes, "roles") == row.backward);
      for (const ReportDiff* diff : {&forward, &backward}) {
        for (const Change& change : diff->changes) CHECK(change.call.has_value() == change.effects.widens);
      }
    }
  }
}

TEST_CASE("rows that a scope kept apart") {
  SideTexts open;
  open.source = Apply(kSource, {{"row_scope:\n  items: { store: store }\n", ""}});
  const Diff forward = CompareSides({}, open);
  INFO(review::RenderDiffText(forward));
  CHECK(EffectsOf(forward.reports[0].changes, "row scope") == "widened");
  CHECK(forward.reports[0].changes[0].datum.starts_with("rows of items with any store are newly visible to "));
  CHECK(EffectsOf(forward.policies.at(0).changes, "ceiling") == "widened");
  const Diff backward = CompareSides(open, {});
  CHECK(EffectsOf(backward.reports[0].changes, "row scope") == "narrowed");
  SideTexts other;
  other.source = Apply(kSource, {{"{ store: store }", "{ store: start }"}});
  CHECK(EffectsOf(CompareSides({}, other).reports[0].changes, "row scope") == "incomparable");
}

TEST_CASE("ceilings") {
  struct Row {
    Edit edit;
    std::string forward, backward;
  };
  const std::vector<Row> rows = {
      {{"cost]", "cost, supplier]"}, "widened", "narrowed"},
      {{"functions: [count, sum]", "functions: [count, sum, max]"}, "widened", "narrowed"},
      {{"functions: [count, sum]", "functions: [count, sum]\nrecursive: true"}, "widened", "narrowed"},
      {{"large: [items]", "large: []"}, "", ""},
      {{"description: A shop.", "description: Our shop."}, "", ""},
  };
  for (const Row& row : rows) {
    INFO(row.edit.to);
    SideTexts edited;
    edited.source = Apply(kSource, {row.edit});
    const Diff forward = CompareSides({}, edited);
    const Diff backward = CompareSides(edited, {});
    REQUIRE(forward.policies.size() == 1);
    REQUIRE(backward.policies.size() == 1);
    CHECK(EffectsOf(forward.policies[0].changes, "ceiling") == row.forward);
    CHECK(EffectsOf(backward.policies[0].changes, "ceiling") == row.backward);
    CHECK(forward.widened() == (row.forward == "widened"));
    // The report itself is what it was.
    CHECK(forward.reports[0].verdict == review::Verdict::kSame);
  }
}

TEST_CASE("a view that is defined in another way is another query") {
  SideTexts base;
  base.schema = kSchema + "CREATE VIEW marks AS SELECT changed AS seen, zone AS label FROM items WHERE store = 'a';\n";
  SideTexts head;
  head.schema = kSchema + "CREATE VIEW marks AS SELECT changed AS seen, zone AS label FROM items;\n";
  CHECK(EffectsOf(CompareReports(base, head).changes, "SQL") == "incomparable");
  SideTexts same = base;
  same.schema = "-- written anew\n" + kSchema +
                "create view marks as select changed as seen, zone as label from items where store = 'a';";
  CHECK(EffectsOf(CompareReports(base, same).changes, "SQL").empty());
}

TEST_CASE("how identities become roles and scope") {
  SideTexts claims;
  claims.access = Apply(kAccess, {{"roles: roles", "roles: realm.roles"}});
  CHECK(CompareSides({}, claims).policies.at(0).effects.unclear);
  SideTexts scope;
  scope.access = Apply(kAccess, {{"claim: store, type", "claim: shop, type"}});
  CHECK(CompareSides({}, scope).policies.at(0).effects.unclear);
  SideTexts none;
  none.access = std::nullopt;
  const Diff lost = CompareSides(none, {});
  CHECK(lost.policies.at(0).effects.unclear);
  CHECK(lost.reports[0].effects.widens);  // roles that nobody had before
}

TEST_CASE("reports that come and go") {
  const review::PolicySide with = MakeSide({});
  review::PolicySide without = with;
  without.reports.clear();
  const Instant now = *ParseTimestamp("2026-01-01T00:00:00Z");
  const Diff added = review::Compare(without, with, now);
  CHECK(added.reports.at(0).verdict == review::Verdict::kAdded);
  CHECK(added.widened());
  CHECK(added.reports[0].changes.at(0).call.has_value());
  const Diff removed = review::Compare(with, without, now);
  CHECK(removed.reports.at(0).verdict == review::Verdict::kRemoved);
  CHECK(removed.unversioned_break());
  CHECK_FALSE(removed.widened());

  SideTexts unreachable;
  unreachable.access =
      "apiVersion: querygate/v1\nkind: Access\nclaims: { roles: roles }\nroles:\n"
      "  other: { reports: ['elsewhere/**'] }\nanonymous: none\nlocal: []\n";
  review::PolicySide hidden = MakeSide(unreachable);
  review::PolicySide nothing = hidden;
  nothing.reports.clear();
  CHECK_FALSE(review::Compare(nothing, hidden, now).widened());
  CHECK_FALSE(review::Compare(hidden, nothing, now).unversioned_break());
}

}  // namespace
}  // namespace querygate::testing
