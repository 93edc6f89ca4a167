#include "tests/unit/server/served_deployment.h"

#include <filesystem>

#include <catch2/catch.hpp>

#include "engine/gateway/demo.h"
#include "engine/load/catalog.h"

namespace querygate::server::testing {
namespace {

constexpr const char* kHeader = "apiVersion: querygate/v1\nkind: ";

constexpr const char* kItemsDdl =
    "CREATE TABLE items(item_id INTEGER PRIMARY KEY, kind TEXT, price TEXT, made TEXT, stock, owner TEXT);\n";

constexpr const char* kItemRows =
    "INSERT INTO items VALUES(1,'tool','1.50','2026-01-02',3,'ann');"
    "INSERT INTO items VALUES(2,'tool','2.00','2026-01-03',4,'bob');"
    "INSERT INTO items VALUES(3,'toy','9.99','2026-02-01',0,'ann');"
    "INSERT INTO items VALUES(4,'bad','1.00','2026-02-02','pending','ann');";

std::string Report(const std::string& title, const std::string& body) {
  return std::string(kHeader) + "Report\ntitle: " + title + "\ndescription: " + title +
         " of the shop, by what the caller chooses.\nowner: shop\nversion: 1\nsource: shop\n" + body;
}

constexpr const char* kListBody = R"(parameters:
  kind: { type: string, enum: [tool, toy, bad], description: Kind of item. }
  least: { type: decimal, precision: 6, scale: 2, store: text, min: '0.00', max: '99.00', optional: true, description: Least price. }
  since: { type: date, default: 2026-01-01, description: Made on this day or later. }
  limit: { type: integer, min: 1, max: 20, default: 10, description: How many. }
  in_stock: { type: boolean, default: false, description: Only what is there. }
allow:
  tables: { items: [item_id, kind, price, made, stock] }
queries:
  items:
    sql: >
      SELECT item_id, stock, made FROM items
      WHERE kind = :kind AND (:least IS NULL OR price >= :least) AND made >= :since AND (:in_stock = 0 OR stock > 0)
      ORDER BY item_id
    rows: { max: limit, over: truncate }
    columns:
      item_id: { type: integer, min: 1, max: 1000 }
      stock: { type: integer, min: 0, max: 1000 }
      made: { type: date }
result: { rows: items }
)";

constexpr const char* kByIdBody = R"(parameters:
  item_id: { type: integer, min: 1, max: 1000, description: Number of the item. }
allow:
  tables: { items: [item_id, kind] }
queries:
  item:
    sql: SELECT kind FROM items WHERE item_id = :item_id
    rows: { exactly: 1 }
    columns: { kind: { type: text, max_length: 10 } }
result: { record: { item: item } }
)";

constexpr const char* kOfKindsBody = R"(parameters:
  kinds: { type: string, list: true, max_items: 3, pattern: '[a-z]{1,8}', description: Kinds of items. }
allow:
  tables: { items: [kind] }
  functions: [count]
queries:
  count:
    sql: SELECT COUNT(*) AS items FROM items WHERE kind IN (:kinds)
    rows: { exactly: 1 }
    columns: { items: { type: integer, min: 0, max: 1000 } }
result: { rows: count }
)";

constexpr const char* kSlowBody = R"(parameters: {}
allow:
  tables: { items: [item_id] }
  functions: [count]
queries:
  count:
    sql: SELECT COUNT(*) AS pairs FROM items a, items b, items c, items d, items e, items f, items g, items h, items i
    rows: { exactly: 1 }
    columns: { pairs: { type: integer, min: 0, max: 1000000 } }
result: { rows: count }
limits: { use: default, vm_steps: 1000 }
)";

constexpr const char* kMineBody = R"(parameters: {}
allow:
  tables: { owned: [name] }
queries:
  names:
    sql: SELECT name FROM owned ORDER BY name
    rows: { max: 10, over: reject }
    columns: { name: { type: text, max_length: 10 } }
result: { rows: names }
)";

}  // namespace

ServedDeployment::ServedDeployment() {
  Write("querygate.yaml",
        std::string(kHeader) +
            "Gateway\nreports: reports\npolicies: policies\nsources: { shop: { path: shop.sqlite } }\n");
  Write("policies/limits/default.yaml", std::string(kHeader) + "Limits\nvm_steps: 1000000\n");
  const std::string ddl = std::string(kItemsDdl) + "CREATE TABLE owned(name TEXT PRIMARY KEY, owner TEXT);\n";
  Write("policies/sources/shop.sql", ddl);
  Write("policies/sources/shop.yaml", std::string(kHeader) + R"(Source
backend: sqlite
schema: shop.sql
expose: { items: [item_id, kind, price, made, stock], owned: [name] }
functions: [count]
row_scope: { owned: { owner: owner } }
)");
  Write("policies/access.yaml", std::string(kHeader) + R"(Access
claims: { roles: roles }
scope: { owner: { claim: owner, type: string } }
roles:
  clerk: { reports: ['items/*', 'mine/*', 'old/*'] }
  toyshop: { reports: ['items/list'], narrow: { items/list: { kind: [toy] } } }
  visitor: { reports: ['items/by_id'] }
  everything: { reports: ['**'] }
anonymous: visitor
local: [clerk]
)");
  Write("reports/items/list.yaml", Report("Items", kListBody));
  Write("reports/items/by_id.yaml", Report("One item", kByIdBody));
  Write("reports/items/of_kinds.yaml", Report("Items of kinds", kOfKindsBody));
  Write("reports/items/slow.yaml", Report("Pairs", kSlowBody));
  Write("reports/items/sketch.yaml", Report("Sketch", std::string("status: draft\n") + kByIdBody));
  Write("reports/mine/names.yaml", Report("Own names", kMineBody));
  Write("reports/old/item.yaml",
        Report("Old item", std::string("status: retired\nreplaced_by: items/by_id\n") + kByIdBody));
  const auto made = CreateDemoDatabase(
      path("shop.sqlite"),
      ddl + kItemRows + "INSERT INTO owned VALUES('lamp','ann');INSERT INTO owned VALUES('rug','bob');");
  REQUIRE(made.has_value());
}

void ServedDeployment::Write(const std::string& file, const std::string& text) const {
  const std::filesystem::path target = path(file);
  std::filesystem::create_directories(target.parent_path());
  querygate::testing::WriteFile(target.string(), text);
}

void ServedDeployment::WriteMany(int count) const {
  for (int i = 0; i < count; ++i) {
    Write("reports/plenty/report_" + std::to_string(i) + ".yaml", Report("Plenty " + std::to_string(i), kByIdBody));
  }
}

Gateway ServedDeployment::Open() const {
  GatewayOptions options;
  options.config = config();
  auto gateway = Gateway::Open(std::move(options));
  REQUIRE(gateway.has_value());
  Diagnostics diagnostics;
  gateway->List(diagnostics);
  std::string found;
  for (const Diagnostic& diagnostic : diagnostics) found += FormatDiagnostic(diagnostic);
  CHECK(found.empty());
  return *std::move(gateway);
}

Identity IdentityOf(const std::string& role) {
  Identity identity;
  identity.subject = role;
  identity.claims_json = R"({"roles":[")" + role + R"("],"owner":"ann"})";
  return identity;
}

Expected<Identity, AuthenticationFault> RoleAuthenticator::Authenticate(std::optional<std::string_view> authorization,
                                                                        std::string_view /*resource*/) const {
  if (!authorization) {
    Identity anonymous;
    anonymous.anonymous = true;
    return anonymous;
  }
  if (*authorization == "Bearer no-keys") {
    return Unexpected(AuthenticationFault{AuthenticationFault::Kind::kUnavailable, {}, "the keys cannot be had"});
  }
  if (*authorization == "Bearer elsewhere") {
    return Unexpected(AuthenticationFault{AuthenticationFault::Kind::kInsufficientScope,
                                          R"(Bearer error="insufficient_scope")", "a token for another server"});
  }
  if (!authorization->starts_with("Bearer ") || *authorization == "Bearer wrong") {
    return Unexpected(AuthenticationFault{AuthenticationFault::Kind::kUnauthenticated,
                                          R"(Bearer error="invalid_token")", "a wrong token"});
  }
  return IdentityOf(std::string(authorization->substr(7)));
}

std::optional<std::string> RoleAuthenticator::ResourceMetadata(std::string_view resource) const {
  if (resource != "/mcp" && !resource.empty()) return std::nullopt;
  return R"({"resource":"http://localhost/mcp"})";
}

void KeptLog::Failed(std::string_view report, std::string_view reason, std::string_view cause) {
  text += "failed " + std::string(report) + " " + std::string(reason) + ": " + std::string(cause) + "\n";
}

void KeptLog::Refused(std::string_view reason, std::string_view cause) {
  text += "refused " + std::string(reason) + ": " + std::string(cause) + "\n";
}

void KeptLog::Told(std::string_view event, std::string_view words) {
  text += "told " + std::string(event) + ": " + std::string(words) + "\n";
}

HttpRequest MakeRequest(std::string method, std::string target, std::string body) {
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.headers = {{"host", "localhost:8080"}};
  if (!body.empty()) request.headers.push_back({"content-type", "application/json"});
  request.body = std::move(body);
  request.arrived = std::chrono::steady_clock::now();
  return request;
}

std::string HeaderOf(const HttpResponse& response, std::string_view name) {
  for (const HttpHeader& header : response.headers) {
    if (header.name == name) return header.value;
  }
  return {};
}

}  // namespace querygate::server::testing
