#include "engine/lint/suppressions.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/lint/suppression_comment.h"
#include "engine/load/comments.h"

namespace querygate {
namespace {

using lint::MalformedSuppression;
using lint::ReadSuppression;
using lint::Suppression;

std::string Aliases(const Suppression& suppression) {
  std::string out;
  for (const Rule* rule : suppression.rules) out += (out.empty() ? "" : " ") + std::string(rule->alias);
  return out;
}

TEST_CASE("the grammar of a suppression", "[suppression]") {
  struct Case {
    std::string comment;
    std::string rules, until, reason;
  };
  const std::vector<Case> cases = {
      {"# qg:allow QG302 -- known", "select-star", "", "known"},
      {"#qg:allow select-star -- known", "select-star", "", "known"},
      {"##   qg:allow\tQG302\t--\tknown  ", "select-star", "", "known"},
      {"# qg:allow QG302, QG301 -- known", "select-star unused-grant", "", "known"},
      {"# qg:allow QG302,QG301,select-star -- a -- b", "select-star unused-grant", "", "a -- b"},
      {"# qg:allow QG302 until=2027-03-01 -- a--b", "select-star", "2027-03-01", "a--b"},
      {"# qg:allow until=2028-02-29 QG302 -- x", "select-star", "2028-02-29", "x"},
  };
  for (const Case& row : cases) {
    CAPTURE(row.comment);
    const auto reading = ReadSuppression(row.comment);
    REQUIRE(reading);
    const auto* suppression = std::get_if<Suppression>(&*reading);
    REQUIRE(suppression != nullptr);
    CHECK(Aliases(*suppression) == row.rules);
    CHECK((suppression->until ? ToString(*suppression->until) : "") == row.until);
    CHECK(suppression->reason == row.reason);
  }
}

TEST_CASE("what is addressed to querygate and is no suppression says so", "[suppression]") {
  struct Case {
    std::string comment, message;
  };
  const std::vector<Case> cases = {
      {"# qg:allow QG302", "a suppression without a reason"},
      {"# qg:allow QG302 --", "a suppression without a reason"},
      {"# qg:allow QG302 --   ", "a suppression without a reason"},
      {"# qg:allow QG302 --known", "a suppression without a reason"},
      {"# qg:allow QG302 known", "a suppression without a reason"},
      {"# qg:allow -- known", "a suppression that names no rule"},
      {"# qg:allow until=2027-03-01 -- known", "a suppression that names no rule"},
      {"# qg:allow QG999 -- known", "there is no rule `QG999`"},
      {"# qg:allow qg302 -- known", "there is no rule `qg302`"},
      {"# qg:allow * -- known", "there is no rule `*`"},
      {"# qg:allow QG302 until=2027-02-29 -- x", "`until=2027-02-29` is no date"},
      {"# qg:allow QG302 until=tomorrow -- x", "`until=tomorrow` is no date"},
      {"# qg:allow QG302 until= -- x", "`until=` is no date"},
      {"# qg:allow QG302 until=2027-03-01 until=2027-03-02 -- x", "a suppression with two dates"},
      {"# qg:alow QG302 -- x", "`qg:alow` is no instruction"},
      {"# QG:allow QG302 -- x", "`QG:allow` is no instruction"},
      {"# qg: allow QG302 -- x", "`qg:` is no instruction"},
      {"# qg:", "`qg:` is no instruction"},
  };
  for (const Case& row : cases) {
    CAPTURE(row.comment);
    const auto reading = ReadSuppression(row.comment);
    REQUIRE(reading);
    const auto* malformed = std::get_if<MalformedSuppression>(&*reading);
    REQUIRE(malformed != nullptr);
    CHECK(malformed->message == row.message);
    CHECK_FALSE(malformed->help.empty());
  }
}

TEST_CASE("other comments are nobody's business", "[suppression]") {
  for (const std::string comment :
       {"#", "# ", "# qg", "# see qg:allow QG302 -- x", "# yaml-language-server: $schema=x", "# allow QG302 -- x"}) {
    CAPTURE(comment);
    CHECK_FALSE(ReadSuppression(comment));
  }
}

// A file with a finding of select-star on `line`, linted on 2026-10-01.
struct Outcome {
  std::vector<std::string> findings;  // "rule line:column"
  std::vector<std::string> reasons;   // of the suppressed ones
};

Outcome Apply(const std::string& text, int line, std::string_view rule = "select-star", RuleLevels levels = {},
              bool tell = true, bool complete = true) {
  const SourceText source("f.yaml", text);
  Diagnostics findings;
  if (line >= 0) findings.push_back(MakeDiagnostic(rule, source, {line, line == 0 ? 0 : 3, 1}, "m"));
  findings.push_back(MakeDiagnostic("select-star", SourceText("other.yaml", text), {2, 1, 1}, "m"));
  std::vector<SuppressedFinding> suppressed;
  const SuppressionContext context{*ParseDate("2026-10-01"), levels, tell, complete};
  ApplySuppressions(source, FindComments(source), context, findings, suppressed);
  Outcome outcome;
  for (const Diagnostic& finding : findings) {
    if (finding.file != "f.yaml") continue;
    outcome.findings.push_back(finding.rule + " " + std::to_string(finding.position.line) + ":" +
                               std::to_string(finding.position.column));
  }
  CHECK(findings.size() == outcome.findings.size() + 1);  // another file's are left alone
  for (const SuppressedFinding& finding : suppressed) outcome.reasons.push_back(finding.reason);
  return outcome;
}

using Strings = std::vector<std::string>;

TEST_CASE("a suppression holds on its line or the next, for its rule, to its last day", "[suppression]") {
  const std::string at_end = "a: 1\nb: 2 # qg:allow QG302 -- why\nc: 3\n";
  CHECK(Apply(at_end, 2).reasons == Strings{"why"});
  CHECK(Apply(at_end, 2).findings.empty());
  CHECK(Apply(at_end, 1).findings == Strings{"select-star 1:3", "unused-suppression 2:6"});
  CHECK(Apply(at_end, 3).findings == Strings{"select-star 3:3", "unused-suppression 2:6"});
  CHECK(Apply(at_end, 2, "unused-grant").findings == Strings{"unused-grant 2:3", "unused-suppression 2:6"});

  const std::string before = "a: 1\n# qg:allow QG302 -- why\n\n# words\nb: 2\nc: 3\n";
  CHECK(Apply(before, 5).findings.empty());
  CHECK(Apply(before, 1).reasons.empty());
  CHECK(Apply(before, 6).reasons.empty());

  CHECK(Apply("a: 1\nb: 2 # qg:allow QG302 until=2026-10-01 -- why\n", 2).findings.empty());
  CHECK(Apply("a: 1\nb: 2 # qg:allow QG302 until=2026-09-30 -- why\n", 2).findings ==
        Strings{"select-star 2:3", "expired-suppression 2:6"});
}

TEST_CASE("a finding inside a block of SQL is suppressed where the block begins", "[suppression]") {
  const std::string text = "a: 1\nsql: > # qg:allow QG302 -- why\n  SELECT *\n  FROM t -- qg:allow QG301 -- no\nb: 1\n";
  CHECK(Apply(text, 3).findings.empty());
  CHECK(Apply(text, 4).findings.empty());
  CHECK(Apply(text, 5).reasons.empty());
  // SQL comments are part of the statement, and what looks like a comment of the file is too.
  CHECK(Apply("a: 1\nsql: |\n  SELECT *\n  # qg:allow QG302 -- no\n", 3).findings == Strings{"select-star 3:3"});
}

TEST_CASE("a finding about the whole file is suppressed before its first line", "[suppression]") {
  CHECK(Apply("# qg:allow QG302 -- why\na: 1\n", 0).findings.empty());
  CHECK(Apply("a: 1\n# qg:allow QG302 -- why\nb: 1\n", 0).reasons.empty());
}

TEST_CASE("enforced and security rules, and findings about suppressions, are not suppressed", "[suppression]") {
  std::size_t suppressible = 0;
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id);
    const std::string text = "a: 1\nb: 2 # qg:allow " + std::string(rule.id) + " -- why\n";
    const Outcome outcome = Apply(text, 2, rule.alias);
    const bool silent = outcome.findings.empty();
    CHECK(silent == IsSuppressible(rule));
    if (!silent) CHECK(outcome.findings == Strings{std::string(rule.alias) + " 2:3", "refused-suppression 2:6"});
    suppressible += silent ? 1 : 0;
  }
  CHECK(suppressible >= 6);
  CHECK_FALSE(IsSuppressible(*FindRule("unlisted-column")));
  CHECK_FALSE(IsSuppressible(*FindRule("unused-suppression")));
  CHECK_FALSE(IsSuppressible(*FindRule("unordered-rows")));
  CHECK(IsSuppressible(*FindRule("limit-in-sql")));
}

TEST_CASE("of several rules in one suppression each is judged alone", "[suppression]") {
  CHECK(Apply("a: 1\nb: 2 # qg:allow QG301, QG302 -- why\n", 2).findings == Strings{"unused-suppression 2:6"});
  CHECK(Apply("a: 1\nb: 2 # qg:allow QG101, QG302 -- why\n", 2).findings == Strings{"refused-suppression 2:6"});
  CHECK(Apply("a: 1\nb: 2 # qg:allow QG000, QG302 -- why\n", 2).findings ==
        Strings{"select-star 2:3", "malformed-suppression 2:6"});
}

TEST_CASE("nothing is called unused that was not looked for", "[suppression]") {
  const std::string text = "a: 1\nb: 2 # qg:allow QG302 -- why\n";
  CHECK(Apply(text, -1).findings == Strings{"unused-suppression 2:6"});
  CHECK(Apply(text, -1, {}, {}, true, false).findings.empty());
  CHECK(Apply(text, -1, {}, {}, false, true).findings.empty());
  const RuleLevels off({{{"select-star", {}}, std::nullopt, {}}});
  CHECK(Apply(text, -1, {}, off).findings.empty());
}

TEST_CASE("levels are the deployment's, but what is enforced keeps its own", "[levels]") {
  const RuleLevels levels({{{"select-star", {}}, std::nullopt, {}},
                           {{"QG301", {}}, Severity::kNote, {}},
                           {{"unlisted-column", {}}, std::nullopt, "known"}});
  const auto apply = [&](const char* rule) {
    Diagnostic finding = MakeDiagnostic(rule, SourceText("f", ""), {}, "m");
    return levels.Apply(finding) ? std::string(SeverityName(finding.severity)) : "off";
  };
  CHECK(apply("select-star") == "off");
  CHECK(apply("unused-grant") == "note");
  CHECK(apply("limit-in-sql") == "warning");
  CHECK(apply("unlisted-column") == "error");
}

}  // namespace
}  // namespace querygate
