// Each topic of a comparison on both sides: the edit itself, and the same edit undone.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/review/diff/call_words.h"
#include "engine/review/diff/diff_formats.h"
#include "engine/review/diff/topic.h"
#include "tests/unit/review/side_fixture.h"

namespace querygate::testing {
namespace {

using review::Change;
using review::Effects;
using review::ReportDiff;

// What an edit of the report must be called, and what its reverse.
struct Row {
  const char* what;
  std::vector<Edit> edits;
  std::string topic;
  std::string forward;  // effects, as EffectWords says them; empty: no effect
  std::string backward;
  std::string also = {};  // another topic that has to speak as well
};

void CheckSide(const ReportDiff& diff, const Row& row, const std::string& wanted) {
  INFO(row.what << "\n" << TextOf(diff.changes));
  std::string all;
  Effects effects;
  bool told = false;
  for (const Change& change : diff.changes) {
    if (change.topic != row.topic) continue;
    told = true;
    effects |= change.effects;
  }
  CHECK(told);
  CHECK(review::EffectWords(effects) == wanted);
  // Nothing but the version may speak besides: an edit of one topic is a change of one topic.
  for (const Change& change : diff.changes) {
    const bool expected = change.topic == row.topic || change.topic == row.also || change.topic == "version";
    if (!expected) CHECK_FALSE(change.effects.any());
  }
}

// clang-format off
const std::vector<Row>& Rows() {
  static const std::vector<Row> rows = {
      {"an enum member", {{"enum: [open, shut]", "enum: [open, shut, lost]"}}, "parameters", "widened", "narrowed"},
      {"the order of members", {{"enum: [open, shut]", "enum: [shut, open]"}}, "parameters", "", ""},
      {"a range",
       {{"min: 1, max: 20, default: 10", "min: 1, max: 21, default: 10"}},
       "parameters",
       "widened",
       "narrowed"},
      {"a lower bound",
       {{"min: 1, max: 20, default: 10", "min: 2, max: 20, default: 10"}},
       "parameters",
       "narrowed",
       "widened"},
      {"a decimal's range", {{"max: 99.99", "max: 100.00"}}, "parameters", "widened", "narrowed"},
      {"a decimal's precision",
       {{"precision: 10, scale: 2, store: scaled_integer, min: 0.50, max: 99.99",
         "precision: 3, scale: 2, store: scaled_integer, min: 0.50"}},
       "parameters",
       "narrowed",
       "widened"},
      {"a list's size", {{"max_items: 3", "max_items: 4"}}, "parameters", "widened", "narrowed"},
      {"a pattern",
       {{"'[A-Z]{2}', max_length: 2", "'[A-Z]{2,3}', max_length: 3"}},
       "parameters",
       "widened",
       "narrowed"},
      {"a pattern that means the same", {{"'[A-Z]{2}'", "'[A-Z][A-Z]'"}}, "parameters", "", ""},
      {"a pattern that cannot be compared",
       {{"'[A-Z]{2}'", "'\\p{Lu}{2}'"}},
       "parameters",
       "incomparable, narrowed",
       "incomparable, narrowed"},
      {"a length",
       {{"type: string, list: true, max_items: 3", "type: string, max_length: 4000, list: true, max_items: 3"}},
       "parameters",
       "narrowed",
       "widened"},
      {"a default", {{"max: 20, default: 10", "max: 20, default: 11"}}, "parameters", "breaking", "breaking"},
      {"no default", {{"max: 20, default: 10", "max: 20"}}, "parameters", "breaking, narrowed", "widened"},
      {"a default of the scope",
       {{"as_of: { type: timestamp, store: unix_s, from: scope, default: now }",
         "as_of: { type: timestamp, store: unix_s, from: scope, default: now-1d }"}},
       "parameters",
       "incomparable",
       "incomparable"},
      {"the scope's word becomes the caller's",
       {{"as_of: { type: timestamp, store: unix_s, from: scope, default: now }",
         "as_of: { type: timestamp, store: unix_s, default: now }"}},
       "parameters",
       "widened",
       "breaking, narrowed"},
      {"optional", {{"max_length: 2, optional: true", "max_length: 2"}}, "parameters", "breaking, narrowed", "widened"},
      {"another store",
       {{"store: scaled_integer, min: 0.50", "store: text, min: 0.50"}},
       "parameters",
       "incomparable",
       "incomparable"},
      {"another reason",
       {{"max: 20, default: 10", "max: 20, default: 10, reason: bad_limit"}},
       "parameters",
       "breaking",
       "breaking"},
      {"a longer window", {{"max: 20m", "max: 21m"}}, "windows", "widened", "narrowed"},
      {"no longest window",
       {{"{ start: start, end: end, max: 20m }", "{ start: start, end: end }"}},
       "windows",
       "widened",
       "narrowed"},
      {"another granted column that is read",
       {{"[seen, label]", "[seen, label, rowid]"}},
       "grants",
       "widened",
       "narrowed"},
      {"another granted function",
       {{"functions: [count]", "functions: [count, sum]"}},
       "grants",
       "widened",
       "narrowed"},
      {"another SQL", {{"size, id\n", "size, id desc\n"}}, "SQL", "incomparable", "incomparable"},
      {"the same SQL", {{"SELECT seen, label FROM marks", "select seen,label from marks -- all"}}, "SQL", "", ""},
      {"more rows", {{"max: 100, over: reject", "max: 99, over: reject"}}, "rows", "narrowed", "widened"},
      {"rows that are cut",
       {{"rows: { max: limit, over: truncate }", "rows: { max: limit, over: reject }"}},
       "rows",
       "narrowed",
       "widened"},
      {"a number instead of a parameter",
       {{"rows: { max: limit, over: truncate }", "rows: { max: 20, over: truncate }"},
        {":price\n", ":price AND :limit > 0\n"}},
       "rows",
       "widened",
       "narrowed", "SQL"},
      {"another reason for no row", {{"none: no_mark", "none: no_marks"}}, "rows", "breaking", "breaking"},
      {"a column's range",
       {{"size: { type: integer, min: 0 }", "size: { type: integer, min: -1 }"}},
       "columns",
       "widened, breaking",
       "narrowed", "result"},
      {"a nullable column",
       {{"size: { type: integer, min: 0 }", "size: { type: integer, min: 0, nullable: true }"},
        {"size_sum: { sum: size,", "size_sum: { sum: size, nulls: skip,"},
        {"largest: { max: size }", "largest: { max: size, nulls: skip }"}},
       "columns",
       "widened, breaking",
       "narrowed", "result"},
      {"a column's enum",
       {{"enum: [new, used]", "enum: [new, used, broken]"}},
       "columns",
       "widened, breaking",
       "narrowed"},
      {"a column's length", {{"max_length: 80", "max_length: 81"}}, "columns", "widened, breaking", "narrowed"},
      {"a column's reason", {{"reason: bad_zone", "reason: wrong_zone"}}, "columns", "breaking", "breaking"},
      {"a column's store",
       {{"seen: { type: timestamp, store: unix_s }", "seen: { type: timestamp, store: unix_ms }"}},
       "columns",
       "incomparable, breaking",
       "incomparable, breaking"},
      {"another total",
       {{"items: { count: rows }", "items: { count: rows }\n        smallest: { min: size }"}},
       "result",
       "widened, breaking",
       "breaking, narrowed"},
      {"a total's range",
       {{"max: 1000, reason: too_large", "max: 1001, reason: too_large"}},
       "result",
       "widened, breaking",
       "narrowed"},
      {"a total's encoding",
       {{"items: { count: rows }", "items: { count: rows, encode: decimal_string }"}},
       "result",
       "breaking",
       "breaking"},
      {"more groups", {{"max: 5\n", "max: 4\n"}}, "result", "narrowed", "widened"},
      {"another order of groups", {{"[size_sum desc, zone]", "[size_sum, zone]"}}, "result", "breaking", "breaking"},
      {"parts in another order",
       {{"    recent: recent\n", ""}, {"  record:\n", "  record:\n    recent: recent\n"}},
       "result",
       "breaking",
       "breaking"},
      {"a part with another name",
       {{"    recent: recent\n", "    latest: recent\n"}},
       "result",
       "widened, breaking, narrowed",
       "widened, breaking, narrowed"},
      {"a hidden query that is shown",
       {{"    recent: recent\n", "    recent: recent\n    mark: mark\n"}},
       "result",
       "widened, breaking",
       "breaking, narrowed"},
      {"coverage that is worded differently",
       {{"say: Nothing new was found.", "say: Nothing new."}},
       "coverage",
       "",
       ""},
      {"coverage of another absence",
       {{"where: { kind: new }", "where: { kind: used }"}},
       "coverage",
       "incomparable, breaking",
       "incomparable, breaking"},
      {"coverage without a watermark",
       {{"    watermark: mark.seen\n", ""}},
       "coverage",
       "incomparable, breaking",
       "incomparable, breaking"},
      {"a budget", {{"vm_steps: 500", "vm_steps: 499"}}, "limits", "narrowed", "widened"},
      {"a draft", {{"version: 1\n", "version: 1\nstatus: draft\n"}}, "status", "breaking, narrowed", "widened"},
      {"a retired report",
       {{"version: 1\n", "version: 1\nstatus: retired\n"}},
       "status",
       "breaking, narrowed",
       "widened"},
      {"a deprecated report",
       {{"version: 1\n", "version: 1\nstatus: deprecated\nreplaced_by: shop/other\n"}},
       "status",
       "",
       ""},
      {"values that the audit log shows",
       {{"description: State.", "loggable: true, description: State."}},
       "logging",
       "widened",
       "narrowed"},
      {"words for readers",
       {{"Items of a shop.", "All items of a shop."}, {"description: State.", "description: The state."}},
       "documentation",
       "",
       ""},
      {"an owner", {{"owner: shop-data", "owner: shop"}}, "documentation", "", ""},
  };
  return rows;
}

// clang-format on

TEST_CASE("an edit is called what it is, and so is its reverse") {
  for (const Row& row : Rows()) {
    DYNAMIC_SECTION(row.what) {
      SideTexts edited;
      edited.report = Apply(kReport, row.edits);
      CheckSide(CompareReports({}, edited), row, row.forward);
      CheckSide(CompareReports(edited, {}), row, row.backward);
    }
  }
}

TEST_CASE("every topic has a row here") {
  for (const review::Topic& topic : review::Topics()) {
    INFO(topic.name);
    const bool elsewhere = topic.name == "roles" || topic.name == "row scope";
    CHECK((elsewhere ||
           std::any_of(Rows().begin(), Rows().end(), [&](const Row& row) { return row.topic == topic.name; })));
  }
}

TEST_CASE("what cannot matter gives no change at all") {
  SideTexts head;
  head.report =
      "# A comment.\n" + Apply(kReport, {{"source: shop\nlimits: { use: small, vm_steps: 500 }\n",
                                          "limits: { use: small, vm_steps: 500 }\nsource: shop\nx-note: ignored\n"}});
  const ReportDiff diff = CompareReports({}, head);
  INFO(TextOf(diff.changes));
  CHECK(diff.changes.empty());
  CHECK(diff.verdict == review::Verdict::kSame);
}

// The example of the first widening, in words; "as" says by whom.
std::string FirstCall(const ReportDiff& diff) {
  for (const Change& change : diff.changes) {
    if (change.call) return NameOf(change.call->caller) + ": " + CallWords("shop/items", *change.call);
  }
  return {};
}

TEST_CASE("a widening comes with the smallest call that shows it") {
  const auto call = [](const std::vector<Edit>& edits) {
    SideTexts head;
    head.report = Apply(kReport, edits);
    return FirstCall(CompareReports({}, head));
  };
  const std::string scope = " --scope start=2026-01-01T00:00:00Z --scope end=2026-01-01T00:20:00Z --scope store=a";
  CHECK(call({{"enum: [open, shut]", "enum: [open, shut, lost]"}}) ==
        "role support: querygate run shop/items state=lost tags=a" + scope);
  CHECK(call({{"max: 20, default: 10", "max: 50, default: 10"}}) ==
        "role support: querygate run shop/items state=open tags=a limit=21" + scope);
  CHECK(call({{"'[A-Z]{2}', max_length: 2", "'[A-Z]{2,3}', max_length: 3"}}) ==
        "role support: querygate run shop/items state=open tags=a country=AAA" + scope);
  CHECK(call({{"max_items: 3", "max_items: 4"}}) ==
        "role support: querygate run shop/items state=open tags=a tags=a tags=a tags=a" + scope);
  CHECK(call({{"max: 20m", "max: 30m"}}) ==
        "role support: querygate run shop/items state=open tags=a --scope start=2026-01-01T00:00:00Z --scope "
        "end=2026-01-01T00:20:01Z --scope store=a");
}

TEST_CASE("what no role may use is not a widening yet") {
  SideTexts base;
  base.access = Apply(kAccess, {{"support: { reports: ['shop/*'] }", "support: { reports: ['else/*'] }"}});
  base.access = *base.access + "local: [other]\n";
  SideTexts head = base;
  // The one role that reaches the report is held to `open`.
  head.report = Apply(kReport, {{"enum: [open, shut]", "enum: [open, shut, lost]"}});
  const ReportDiff diff = CompareReports(base, head);
  INFO(TextOf(diff.changes));
  CHECK_FALSE(diff.effects.widens);
  REQUIRE(diff.changes.size() == 1);
  CHECK(diff.changes[0].text.ends_with("(no caller may use it yet)"));
  // The next step, which lets a role choose it, is one.
  SideTexts open = head;
  open.access = Apply(*head.access, {{"state: [open]", "state: [open, lost]"}});
  const ReportDiff then = CompareReports(head, open);
  INFO(TextOf(then.changes));
  CHECK(then.effects.widens);
  CHECK(FirstCall(then).find("state=lost") != std::string::npos);
}

TEST_CASE("a break needs a new version") {
  const std::vector<Edit> edits = {{"[size_sum desc, zone]", "[size_sum, zone]"}};
  SideTexts same_version;
  same_version.report = Apply(kReport, edits);
  CHECK(CompareReports({}, same_version).unversioned_break);
  SideTexts new_version;
  new_version.report = Apply(same_version.report, {{"version: 1", "version: 2"}});
  const ReportDiff versioned = CompareReports({}, new_version);
  CHECK(versioned.effects.breaks);
  CHECK_FALSE(versioned.unversioned_break);
  // Going back to an older version is no new one.
  CHECK(CompareReports(new_version, same_version).effects.breaks == false);
  SideTexts older;
  older.report = kReport;
  CHECK(CompareReports(new_version, older).unversioned_break);
  // Nobody is promised anything about a draft.
  SideTexts draft_base;
  draft_base.report = Apply(kReport, {{"version: 1\n", "version: 1\nstatus: draft\n"}});
  SideTexts draft_head;
  draft_head.report = Apply(draft_base.report, edits);
  CHECK_FALSE(CompareReports(draft_base, draft_head).unversioned_break);
}

}  // namespace
}  // namespace querygate::testing
