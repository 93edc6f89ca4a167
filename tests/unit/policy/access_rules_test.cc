// Who may call what, and with which narrower parameters.
#include "engine/policy/access_rules.h"

#include <catch2/catch.hpp>

#include "tests/unit/policy/compile_fixture.h"

namespace querygate {
namespace {

using testing::Apply;
using testing::CompileText;
using testing::Describe;
using testing::Edit;
using testing::kAccess;
using testing::kReport;

std::shared_ptr<const AccessDeclaration> ReadAccess(const std::vector<Edit>& edits) {
  const auto loaded = LoadAccess(std::make_shared<const SourceText>("policies/access.yaml", Apply(kAccess, edits)));
  INFO(Describe(loaded.diagnostics));
  REQUIRE(loaded.value != nullptr);
  return loaded.value;
}

AccessRules Rules(const std::vector<Edit>& edits = {}) {
  const auto compiled = CompileAccess(ReadAccess(edits));
  INFO(Describe(compiled.diagnostics));
  REQUIRE(compiled.value != nullptr);
  return *compiled.value;
}

std::shared_ptr<const CompiledReport> Report(const std::vector<Edit>& edits = {}) {
  const auto compiled = CompileText(Apply(kReport, edits));
  REQUIRE(compiled.value != nullptr);
  return compiled.value;
}

Caller Identified(std::vector<std::string> roles) {
  Caller caller;
  caller.kind = Caller::Kind::kIdentified;
  caller.roles = std::move(roles);
  return caller;
}

Caller Anonymous() {
  Caller caller;
  caller.kind = Caller::Kind::kAnonymous;
  return caller;
}

Argument Word(std::string text) {
  Argument argument;
  argument.kind = Argument::Kind::kWord;
  argument.text = std::move(text);
  return argument;
}

// -1: refused for the named reason; else the number of roles that permit.
int Alternatives(const Expected<Permission, Rejection>& permission) {
  if (permission) return static_cast<int>(permission->alternatives.size());
  CHECK(permission.error().reason == "not_permitted");
  CHECK(permission.error().kind == RejectionKind::kNotPermitted);
  return -1;
}

}  // namespace

TEST_CASE("globs: one star stays within a segment, two cross", "[access]") {
  struct Case {
    std::string glob, id;
    bool matches;
  };
  const std::vector<Case> cases = {
      {"orders/*", "orders/evidence", true},
      {"orders/*", "orders/a/b", false},
      {"orders/*", "orders", false},
      {"orders/**", "orders/a/b", true},
      {"orders/**", "ordersx/a", false},
      {"*", "orders", true},
      {"*", "orders/a", false},
      {"**", "orders/a/b", true},
      {"**/b", "a/b", true},
      {"**/b", "b", false},
      {"a*c", "abc", true},
      {"a*c", "a/c", false},
      {"a**c", "a/c", true},
      {"abc", "abc", true},
      {"abc", "abcd", false},
      {"", "", true},
      {"", "a", false},
      {"a*", "a", true},
      {"*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
  };
  for (const Case& row : cases) {
    INFO(row.glob << " " << row.id);
    CHECK(MatchesGlob(row.glob, row.id) == row.matches);
  }
}

TEST_CASE("roles decide who may call", "[access]") {
  const AccessRules rules = Rules();
  const auto report = Report();
  CHECK(Alternatives(Permit(rules, Identified({"support"}), *report)) == 1);
  CHECK(Alternatives(Permit(rules, Identified({"partner", "support"}), *report)) == 2);
  CHECK(Alternatives(Permit(rules, Identified({"other"}), *report)) == -1);
  CHECK(Alternatives(Permit(rules, Identified({"unheard_of"}), *report)) == -1);
  CHECK(Alternatives(Permit(rules, Identified({}), *report)) == -1);
  CHECK(Alternatives(Permit(rules, Anonymous(), *report)) == -1);
  CHECK(Alternatives(Permit(Rules({{"anonymous: none", "anonymous: support"}}), Anonymous(), *report)) == 1);
}

TEST_CASE("a role's narrowings are typed by the report", "[access]") {
  const auto permission = Permit(Rules(), Identified({"partner"}), *Report());
  REQUIRE(permission);
  REQUIRE(permission->alternatives.size() == 1);
  const auto& narrowings = permission->alternatives[0];
  REQUIRE(narrowings.size() == 2);
  CHECK(narrowings[0].parameter == "state");
  CHECK(narrowings[0].values == std::vector<TypedValue>{std::string("open")});
  CHECK(narrowings[1].max == TypedValue(std::int64_t{5}));
}

TEST_CASE("a narrowing that cannot be understood permits nothing", "[access]") {
  struct Case {
    std::string from, to, words;
  };
  const std::vector<Case> cases = {
      {"state: [open]", "stat: [open]", "stat"},
      {"state: [open]", "state: [ajar]", "ajar"},
      {"max: 5", "max: five", "five"},
      {"min: 1, max: 5", "min: 5, max: 1", "1"},
      {"state: [open]", "state: { min: a }", "a"},
  };
  for (const Case& row : cases) {
    INFO(row.to);
    const AccessRules rules = Rules({{row.from, row.to}});
    CHECK(Alternatives(Permit(rules, Identified({"partner"}), *Report())) == -1);
    const Diagnostics found = CheckNarrowings(rules, *Report());
    INFO(Describe(found));
    REQUIRE(found.size() == 1);
    CHECK(found[0].rule == "invalid-narrowing");
    CHECK(found[0].file == "policies/access.yaml");
    CHECK(testing::WordsAt(found[0]) == row.words);
  }
  CHECK(CheckNarrowings(Rules(), *Report()).empty());
}

TEST_CASE("a local caller without roles needs every scope value of the report", "[access]") {
  const auto report = Report();
  Caller local;
  for (const AccessRules& rules : {Rules(), AccessRules{}}) {
    local.scope = {};
    CHECK(Alternatives(Permit(rules, local, *report)) == -1);
    local.scope = {{"start", Word("x")}, {"end", Word("x")}};
    CHECK(Alternatives(Permit(rules, local, *report)) == -1);
    local.scope.emplace_back("store", Word("A"));
    CHECK(Alternatives(Permit(rules, local, *report)) == 1);
  }
  // Named roles of the command line are roles, nothing more.
  CHECK(Alternatives(Permit(Rules({{"anonymous: none", "local: [other]"}}), local, *report)) == -1);
  CHECK(Alternatives(Permit(Rules({{"anonymous: none", "local: [partner]"}}), local, *report)) == 1);
  CHECK(Alternatives(Permit(Rules({{"anonymous: none", "local: []"}}), local, *report)) == -1);
}

TEST_CASE("without an Access document nobody but a local caller is served", "[access]") {
  CHECK(Alternatives(Permit(AccessRules{}, Identified({"support"}), *Report())) == -1);
  CHECK(Alternatives(Permit(AccessRules{}, Anonymous(), *Report())) == -1);
  CHECK(CompileAccess(nullptr).value != nullptr);
}

TEST_CASE("a draft runs only on this machine", "[access]") {
  const auto draft = Report({{"version: 1\n", "version: 1\nstatus: draft\n"}});
  Caller served = Identified({"support"});
  CHECK(Alternatives(Permit(Rules(), served, *draft)) == -1);
  served.on_host = true;
  CHECK(Alternatives(Permit(Rules(), served, *draft)) == 1);
  CHECK(Alternatives(Permit(Rules({{"anonymous: none", "local: [support]"}}), Caller{}, *draft)) == 1);
}

TEST_CASE("mistakes of the Access document", "[access]") {
  struct Case {
    std::string from, to, rule, words;
  };
  const std::vector<Case> cases = {
      {"anonymous: none", "anonymous: suport", "unknown-role", "suport"},
      {"anonymous: none", "local: [support, partners]", "unknown-role", "partners"},
      {"['shop/*']", "['shop/ *']", "invalid-value", "'shop/ *'"},
      {"narrow: { shop/items:", "narrow: { shop/other:", "invalid-narrowing", "shop/other"},
  };
  for (const Case& row : cases) {
    INFO(row.to);
    const auto compiled = CompileAccess(ReadAccess({{row.from, row.to}}));
    INFO(Describe(compiled.diagnostics));
    CHECK(compiled.value == nullptr);
    REQUIRE(compiled.diagnostics.size() == 1);
    CHECK(compiled.diagnostics[0].rule == row.rule);
    CHECK(testing::WordsAt(compiled.diagnostics[0]) == row.words);
  }
}

TEST_CASE("narrowed reports and scope names must exist", "[access]") {
  CHECK(CheckAccessedReports(Rules(), {"shop/items"}).empty());
  const Diagnostics gone = CheckAccessedReports(Rules(), {"shop/item"});
  REQUIRE(gone.size() == 1);
  CHECK(gone[0].help == "did you mean `shop/item`?");
  CHECK(CheckScopeNames(Rules(), *Report()).empty());
  CHECK(CheckScopeNames(AccessRules{}, *Report()).empty());
  const Diagnostics parameter =
      CheckScopeNames(Rules({{"  end: { claim: window.end, type: timestamp }\n", ""}}), *Report());
  REQUIRE(parameter.size() == 1);
  CHECK(parameter[0].rule == "unknown-scope");
  CHECK(parameter[0].file == "reports/shop/items.yaml");
  CHECK(testing::WordsAt(parameter[0]) == "end");
  const Diagnostics table = CheckScopeNames(Rules({{"  store: { claim: store, type: string }\n", ""}}), *Report());
  REQUIRE(table.size() == 1);
  CHECK(table[0].file == "policies/sources/shop.yaml");
}

}  // namespace querygate
