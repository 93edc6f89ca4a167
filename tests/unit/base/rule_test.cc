#include "engine/base/rule.h"

#include <algorithm>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

TEST_CASE("rules have unique ids in order and kebab-case aliases", "[rule]") {
  std::set<std::string_view> aliases;
  std::string_view previous;
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id, rule.alias);
    CHECK(rule.id.size() == 5);
    CHECK(rule.id.substr(0, 2) == "QG");
    CHECK(previous < rule.id);
    CHECK(aliases.insert(rule.alias).second);
    CHECK(std::all_of(rule.alias.begin(), rule.alias.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; }));
    CHECK_FALSE(rule.summary.empty());
    CHECK(rule.summary.back() != '.');
    CHECK(FindRule(rule.id) == &rule);
    CHECK(FindRule(rule.alias) == &rule);
    previous = rule.id;
  }
}

TEST_CASE("everything that says what a statement touches is a security error", "[rule]") {
  for (const Rule& rule : Rules()) {
    if (rule.id.substr(0, 3) != "QG1") continue;
    CAPTURE(rule.id, rule.alias);
    CHECK(rule.security);
    CHECK(rule.severity == Severity::kError);
  }
}

TEST_CASE("ids never change their meaning", "[rule]") {
  struct Row {
    std::string id, alias;
  };
  // One from each end of each group; the numbers between them are in order.
  const auto row = GENERATE(values<Row>({{"QG001", "yaml-syntax"},
                                         {"QG018", "unreadable-file"},
                                         {"QG020", "unknown-source"},
                                         {"QG050", "invalid-variant"},
                                         {"QG101", "unlisted-table"},
                                         {"QG102", "unlisted-column"},
                                         {"QG129", "foreign-function"},
                                         {"QG201", "unordered-window"},
                                         {"QG204", "limit-in-sql"},
                                         {"QG301", "unused-grant"},
                                         {"QG305", "unscoped-table"},
                                         {"QG401", "unused-suppression"},
                                         {"QG404", "refused-suppression"}}));
  REQUIRE(FindRule(row.id) != nullptr);
  CHECK(FindRule(row.id)->alias == row.alias);
}

TEST_CASE("unknown rules are not found", "[rule]") {
  CHECK(FindRule("QG999") == nullptr);
  CHECK(FindRule("") == nullptr);
  CHECK(FindRule("qg001") == nullptr);
}

TEST_CASE("what stops a run is enforced, advice is not", "[rule]") {
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id, rule.alias);
    const bool advice = rule.id.substr(0, 3) == "QG3" || rule.id.substr(0, 3) == "QG4";
    CHECK(IsEnforced(rule) == (!advice && rule.severity == Severity::kError));
    if (IsEnforced(rule)) CHECK_FALSE(IsSuppressible(rule));
  }
  CHECK(IsEnforced(*FindRule("unordered-rows")));
  CHECK_FALSE(IsEnforced(*FindRule("limit-in-sql")));
}
