// The decision about one access, as a table: both sides of every clause.
#include <array>
#include <optional>
#include <string_view>

#include <catch2/catch.hpp>

#include "engine/policy/authorize.h"

namespace querygate {
namespace {

constexpr std::string_view kSecretView = "qg_view";
constexpr std::string_view kSecretFunction = "qg_function";

struct Row {
  std::string_view why;
  AccessEvent event;
  std::string_view rule;  // empty: allowed
};

AccessEvent Read(std::string_view object, std::string_view column, std::optional<std::string_view> schema,
                 std::string_view accessor = {}) {
  return {.kind = AccessEvent::Kind::kRead, .object = object, .column = column, .schema = schema, .accessor = accessor};
}

AccessEvent Call(std::string_view function, std::string_view accessor = {}) {
  return {.kind = AccessEvent::Kind::kFunction, .function = function, .accessor = accessor};
}

Allowlist MakeAllowlist(bool recursive) {
  Allowlist allowlist;
  allowlist.AllowTable("Parcels", {});
  allowlist.AllowColumn("Parcels", "Zone", {});
  allowlist.AllowColumn("Parcels", "rowid", {});
  allowlist.AllowTable("orders", {});
  allowlist.AllowColumn("orders", "id", {});
  allowlist.AllowColumn("orders", "phone", {});
  allowlist.AllowTable("sqlite_schema", {});
  allowlist.AllowFunction("count", {});
  if (recursive) allowlist.AllowRecursion({});
  return allowlist;
}

}  // namespace

TEST_CASE("each access is decided by the clause that names it", "[authorize]") {
  const Allowlist allowlist = MakeAllowlist(false);
  AccessPolicy policy{.allowlist = &allowlist, .local_names = {"big"}};
  policy.scoped.push_back({.table = "orders",
                           .secret_view = std::string(kSecretView),
                           .secret_function = std::string(kSecretFunction),
                           .columns = {"id", "rowid"},
                           .scope_columns = {"store"}});

  const auto rows = std::to_array<Row>({
      {"a select", {.kind = AccessEvent::Kind::kSelect}, ""},
      {"a listed column", Read("parcels", "zone", "main"), ""},
      {"names fold in ASCII", Read("PARCELS", "ZONE", "main"), ""},
      {"a listed rowid", Read("parcels", "ROWID", "main"), ""},
      {"inside a view or CTE of any name", Read("parcels", "zone", "main", "anything"), ""},
      {"an unlisted column", Read("parcels", "private_note", "main"), "unlisted-column"},
      {"a column of no listed table", Read("hidden", "zone", "main"), "unlisted-table"},
      {"a view's name grants nothing", Read("hidden", "zone", "main", "parcels"), "unlisted-table"},
      {"rows of a listed table", Read("parcels", "", std::nullopt), ""},
      {"rows, with the schema told", Read("parcels", "", "main"), ""},
      {"rows of an unlisted table", Read("hidden", "", std::nullopt), "unlisted-table"},
      {"rows of the statement's own CTE", Read("BIG", "", std::nullopt), ""},
      {"a CTE has no schema", Read("big", "", "main"), "unlisted-table"},
      {"a CTE's column is never reported", Read("big", "x", "main"), "unlisted-table"},
      {"a column without a schema", Read("parcels", "zone", std::nullopt), "outside-main"},
      {"a temporary table", Read("parcels", "zone", "temp"), "outside-main"},
      {"rows of a temporary table", Read("parcels", "", "temp"), "outside-main"},
      {"an attached database", Read("parcels", "zone", "x"), "outside-main"},
      {"the catalogue, though listed", Read("sqlite_schema", "", std::nullopt), "unlisted-table"},
      {"the catalogue in any case", Read("SQLite_Master", "sql", "main"), "unlisted-table"},
      {"no table", Read("", "zone", "main"), "null-argument"},
      {"a listed function", Call("count"), ""},
      {"functions fold", Call("COUNT"), ""},
      {"an unlisted function", Call("hex"), "unlisted-function"},
      {"no function", Call(""), "null-argument"},
      {"recursion without a grant", {.kind = AccessEvent::Kind::kRecursive}, "recursion-not-allowed"},
      {"anything else", {.kind = AccessEvent::Kind::kOther, .action = "PRAGMA"}, "denied-action"},

      {"the base table in the secret view", Read("orders", "id", "main", kSecretView), ""},
      {"the scope column in the secret view", Read("Orders", "Store", "main", kSecretView), ""},
      {"an unexposed column in the secret view", Read("orders", "phone", "main", kSecretView), "unlisted-column"},
      {"the base table at the top", Read("orders", "id", "main"), "unlisted-table"},
      {"the base table in a CTE named like it", Read("orders", "id", "main", "orders"), "unlisted-table"},
      {"the secret view's name in another case", Read("orders", "id", "main", "QG_VIEW"), "unlisted-table"},
      {"rows of the base table", Read("orders", "", "main"), "unlisted-table"},
      {"rows of the base table in the secret view", Read("orders", "", "main", kSecretView), "unlisted-table"},
      {"the base table's rowid", Read("orders", "ROWID", "main", kSecretView), "unlisted-table"},
      {"the secret view in the public one", Read(kSecretView, "id", "temp", "orders"), ""},
      {"the secret view at the top", Read(kSecretView, "id", "temp"), "unlisted-table"},
      {"the secret view in another CTE", Read(kSecretView, "id", "temp", "x"), "unlisted-table"},
      {"a secret name in main", Read(kSecretView, "id", "main", "orders"), "unlisted-table"},
      {"the public view", Read("orders", "id", "temp"), ""},
      {"the public view in a CTE", Read("ORDERS", "ID", "temp", "x"), ""},
      {"rows of the public view", Read("orders", "", "temp"), ""},
      {"rows of the public view, schema untold", Read("orders", "", std::nullopt), ""},
      {"a listed column that the view does not expose", Read("orders", "phone", "temp"), "unlisted-column"},
      {"an exposed column that is not listed", Read("orders", "ROWID", "temp"), "unlisted-column"},
      {"the scope function in the secret view", Call(kSecretFunction, kSecretView), ""},
      {"the scope function at the top", Call(kSecretFunction), "unlisted-function"},
      {"the scope function in the public view", Call(kSecretFunction, "orders"), "unlisted-function"},
  });
  for (const Row& row : rows) {
    INFO(row.why);
    const Verdict verdict = Authorize(policy, row.event);
    CHECK(verdict.allowed == row.rule.empty());
    CHECK(verdict.rule == row.rule);
  }
}

TEST_CASE("an allowed access names its grant", "[authorize]") {
  const Allowlist allowlist = MakeAllowlist(true);
  const AccessPolicy policy{.allowlist = &allowlist};
  CHECK(Authorize(policy, Read("PARCELS", "zone", "main")).grant == allowlist.FindColumn("parcels", "zone"));
  CHECK(Authorize(policy, Read("parcels", "", std::nullopt)).grant == &allowlist.FindTable("parcels")->grant);
  CHECK(Authorize(policy, Call("count")).grant == allowlist.FindFunction("count"));
  CHECK(Authorize(policy, {.kind = AccessEvent::Kind::kRecursive}).grant == allowlist.recursion());
}

TEST_CASE("two scoped tables may share one scope function", "[authorize]") {
  const Allowlist allowlist = MakeAllowlist(false);
  AccessPolicy policy{.allowlist = &allowlist};
  policy.scoped.push_back({.table = "orders", .secret_view = "v1", .secret_function = "f"});
  policy.scoped.push_back({.table = "events", .secret_view = "v2", .secret_function = "f"});
  CHECK(Authorize(policy, Call("f", "v1")).allowed);
  CHECK(Authorize(policy, Call("f", "v2")).allowed);
  CHECK_FALSE(Authorize(policy, Call("f", "v3")).allowed);
}

TEST_CASE("a policy without names or without an allowlist allows nothing", "[authorize]") {
  CHECK(Authorize({}, {.kind = AccessEvent::Kind::kSelect}).rule == "denied-action");
  // Empty secret names must not match an empty accessor.
  const Allowlist allowlist = MakeAllowlist(false);
  AccessPolicy policy{.allowlist = &allowlist};
  policy.scoped.push_back({.table = "orders", .columns = {"id"}});
  CHECK_FALSE(Authorize(policy, Read("orders", "id", "main")).allowed);
}

}  // namespace querygate
