#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/catalog.h"
#include "engine/load/serve_reader.h"
#include "tests/cases.h"
#include "tests/project_root.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::MakeText;
using testing::Says;
using testing::Summaries;

std::string WithHeader(const std::string& kind, const std::string& body) {
  return "apiVersion: querygate/v1\nkind: " + kind + "\n" + body;
}

TEST_CASE("a source with every key") {
  const auto loaded = LoadSource(MakeText(WithHeader("Source", R"(description: Tickets.
backend: sqlite
schema: ddl/ticketing.sql
expose:
  orders: [order_id, updated]
  sync: [watermark]
functions: [count, min]
recursive: true
row_scope:
  orders: { brand: brand, store_id: store }
large: [orders]
)")),
                                 "ticketing");
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value != nullptr);
  const SourceDeclaration& source = *loaded.value;
  CHECK(source.name == "ticketing");
  CHECK(source.description == "Tickets.");
  CHECK(source.backend.value == "sqlite");
  CHECK(source.schema.value == "ddl/ticketing.sql");
  CHECK(source.schema_text == nullptr);
  REQUIRE(source.expose.size() == 2);
  CHECK(source.expose[0].columns[1] == Located<std::string>{"updated", {7, 22, 7}});
  CHECK(source.functions[1].value == "min");
  CHECK(source.recursive);
  REQUIRE(source.row_scope.size() == 1);
  CHECK(source.row_scope[0].columns[1].first.value == "store_id");
  CHECK(source.row_scope[0].columns[1].second.value == "store");
  CHECK(source.large[0].value == "orders");
}

TEST_CASE("limits with every key") {
  const auto loaded = LoadLimits(MakeText(WithHeader("Limits", R"(description: Small.
deadline: 2s
lock_wait: 100ms
vm_steps: 100000
source_rows: 1000
groups: 20
result_bytes: 256KiB
value_bytes: 100000
sql_bytes: 8000
memory: 64MiB
)")),
                                 "founding");
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value != nullptr);
  const BudgetNarrowing& values = loaded.value->values;
  CHECK(loaded.value->name == "founding");
  CHECK(loaded.value->description == "Small.");
  CHECK(values.deadline == Located<std::int64_t>{2000, {4, 11, 2}});
  CHECK(values.lock_wait->value == 100);
  CHECK(values.vm_steps->value == 100'000);
  CHECK(values.source_rows->value == 1000);
  CHECK(values.groups->value == 20);
  CHECK(values.result_bytes->value == 262'144);
  CHECK(values.value_bytes->value == 100'000);
  CHECK(values.sql_bytes->value == 8000);
  CHECK(values.memory->value == 67'108'864);
}

TEST_CASE("access with every key") {
  const auto loaded = LoadAccess(MakeText(WithHeader("Access", R"(claims: { roles: realm.roles }
scope:
  store: { claim: store, type: string }
  start: { claim: window.start, type: timestamp }
roles:
  support: { reports: ['orders/*'] }
  partner:
    reports: ['parcels/*']
    narrow: { parcels/exact_units_by_zone: { state: [sent], limit: { min: 1, max: 5 } } }
anonymous: partner
local: [support]
)")));
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value != nullptr);
  const AccessDeclaration& access = *loaded.value;
  CHECK(access.roles_claim == "realm.roles");
  REQUIRE(access.scope.size() == 2);
  CHECK(access.scope[1].claim.value == "window.start");
  CHECK(access.scope[1].type.value == ScalarType::kTimestamp);
  REQUIRE(access.roles.size() == 2);
  CHECK(access.roles[0].reports[0].value == "orders/*");
  REQUIRE(access.roles[1].narrow.size() == 1);
  CHECK(access.roles[1].narrow[0].report.value == "parcels/exact_units_by_zone");
  const auto& parameters = access.roles[1].narrow[0].parameters;
  REQUIRE(parameters.size() == 2);
  CHECK(parameters[0].values[0].text == "sent");
  CHECK(parameters[1].min->text == "1");
  CHECK(parameters[1].max->text == "5");
  CHECK(access.anonymous->value == "partner");
  REQUIRE(access.local.has_value());
  CHECK(access.local->size() == 1);
}

TEST_CASE("access that permits nobody") {
  const auto loaded = LoadAccess(MakeText(WithHeader("Access", "roles: {}\nanonymous: none\nlocal: []\n")));
  REQUIRE(loaded.value != nullptr);
  CHECK(loaded.value->roles_claim == "roles");
  CHECK_FALSE(loaded.value->anonymous.has_value());
  REQUIRE(loaded.value->local.has_value());
  CHECK(loaded.value->local->empty());
}

TEST_CASE("a gateway with every key, and with none") {
  const auto loaded = LoadGateway(MakeText(WithHeader("Gateway", R"(reports: r
policies: p
sources:
  logistics: { path: '${DB}' }
  tenants: { by: tenant, paths: { a: var/a.sqlite, b: var/b.sqlite } }
serve:
  listen: '[::1]:8443'
  hosts: [reports.example, '[::1]']
  origins: ['https://app.example', 'http://[::1]:3000']
  max_body: 1MiB
  request_timeout: 5s
  response_timeout: 6s
  idle_timeout: 1m
  drain_timeout: 500ms
  max_connections: 100000
  threads: 512
  tools: 1
  tls: { certificate: server.crt, key: server.key }
)")),
                                  "/srv");
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value != nullptr);
  CHECK(loaded.value->directory == "/srv");
  CHECK(loaded.value->reports.value == "r");
  CHECK(loaded.value->policies.value == "p");
  REQUIRE(loaded.value->sources.size() == 2);
  CHECK(loaded.value->sources[0].path->value == "${DB}");
  CHECK(loaded.value->sources[1].by->value == "tenant");
  CHECK(loaded.value->sources[1].paths[1].second.value == "var/b.sqlite");
  const ServeDeclaration& serve = loaded.value->serve;
  CHECK(serve.listen->value == ListenAddress{"::1", 8443});
  REQUIRE(serve.hosts.size() == 2);
  CHECK(serve.hosts[1].value == "[::1]");
  REQUIRE(serve.origins.size() == 2);
  CHECK(serve.origins[1].value == "http://[::1]:3000");
  CHECK(serve.max_body->value == 1 << 20);
  CHECK(serve.request_timeout->value == 5000);
  CHECK(serve.response_timeout->value == 6000);
  CHECK(serve.idle_timeout->value == 60'000);
  CHECK(serve.drain_timeout->value == 500);
  CHECK(serve.max_connections->value == 100'000);
  CHECK(serve.threads->value == 512);
  CHECK(serve.tools->value == 1);
  CHECK(serve.tls->key.value == "server.key");

  const auto bare = LoadGateway(MakeText(WithHeader("Gateway", "")), ".");
  REQUIRE(bare.value != nullptr);
  CHECK(bare.value->reports.value == "reports");
  CHECK(bare.value->policies.value == "policies");
  CHECK(bare.value->sources.empty());
  CHECK_FALSE(bare.value->serve.listen);
  CHECK_FALSE(bare.value->serve.tls);
}

TEST_CASE("addresses to listen on") {
  CHECK(*ParseListenAddress("127.0.0.1:8080") == ListenAddress{"127.0.0.1", 8080});
  CHECK(*ParseListenAddress("localhost:0") == ListenAddress{"127.0.0.1", 0});
  CHECK(*ParseListenAddress("0.0.0.0:65535") == ListenAddress{"0.0.0.0", 65535});
  CHECK(*ParseListenAddress("[::]:1") == ListenAddress{"::", 1});
  for (const char* bad : {"", ":", "8080", "127.0.0.1", "127.0.0.1:", ":8080", "127.0.0.1:65536", "127.0.0.1:-1",
                          "1.2.3:80", "1.2.3.256:80", "1.2.3.4.5:80", "01.2.3.4:80", "::1:80", "[::1]", "[]:80",
                          "[g::1]:80", "example.com:80", "127.0.0.1:80 ", "*:80"}) {
    CAPTURE(bad);
    CHECK_FALSE(ParseListenAddress(bad).has_value());
  }
}

// `body` follows two header lines, so its first line is line 3.
struct Case {
  const char* kind;
  const char* body;
  std::vector<std::string> expected;
  const char* says = "";
};

Diagnostics LoadAny(const std::string& kind, const std::string& text) {
  if (kind == "Source") return LoadSource(MakeText(text), "s").diagnostics;
  if (kind == "Limits") return LoadLimits(MakeText(text), "l").diagnostics;
  if (kind == "Access") return LoadAccess(MakeText(text)).diagnostics;
  return LoadGateway(MakeText(text), ".").diagnostics;
}

TEST_CASE("each mistake in a policy is found where it stands") {
  const std::vector<Case> cases = {
      {"Source", "backend: sqlite\nexpose: {}\n", {"missing-key 1:1"}, "`schema`"},
      {"Source", "backend: sqlite\nschema: s.sql\n", {"missing-key 1:1"}, "`expose`"},
      {"Source", "backend: files\n", {"missing-key 1:1"}, "`tables`"},
      {"Source", "backend: files\ntables: {}\n", {"invalid-value 4:9"}, "at least one table"},
      {"Source", "backend: files\ntables: { t: { columns: { a: { type: text } } } }\n", {"missing-key 4:14"}, "`format`"},
      {"Source", "backend: files\ntables: { t: { format: csv } }\n", {"missing-key 4:14"}, "`columns`"},
      {"Source", "backend: files\ntables: { t: { format: xml, columns: { a: { type: text } } } }\n", {"invalid-value 4:24"}},
      {"Source", "backend: files\ntables: { t: { format: csv, columns: {} } }\n", {"invalid-value 4:38"}, "at least one column"},
      {"Source", "backend: files\ntables: { t: { format: csv, path: x.csv, columns: { a: { type: text } } } }\n", {"unknown-key 4:29"}},
      {"Source", "backend: files\ntables: { t: { format: csv, columns: { a: { type: text } } } }\nschema: s.sql\n",
       {"invalid-value 5:9"}, "belongs to a database"},
      {"Source", "backend: sqlite\nschema: s.sql\nexpose: {}\ninputs: { rows: 1 }\n", {"invalid-value 6:9"},
       "belongs to a source over files"},
      {"Source", "backend: files\ntables: { t: { format: csv, columns: { a: { type: text } } } }\ninputs: { rows: 0 }\n",
       {"invalid-value 5:17"}},
      {"Source", "backend: sqlite\nschema: /etc/passwd\nexpose: {}\n", {"invalid-value 4:9"}, "without `..`"},
      {"Source", "backend: sqlite\nschema: ../s.sql\nexpose: {}\n", {"invalid-value 4:9"}},
      {"Source", "backend: sqlite\nschema: a/../../s.sql\nexpose: {}\n", {"invalid-value 4:9"}},
      {"Source", "backend: sqlite\nschema: a//s.sql\nexpose: {}\n", {"invalid-value 4:9"}},
      {"Source", "backend: sqlite\nschema: '..\\s.sql'\nexpose: {}\n", {"invalid-value 4:9"}},
      {"Source", "backend: sqlite\nschema: s.sql\nexpose: { t: a }\n", {"wrong-type 5:14"}},
      {"Source", "backend: sqlite\nschema: s.sql\nexpose: {}\nrow_scope: { t: [a] }\n", {"wrong-type 6:17"}},
      {"Source", "backend: sqlite\nschema: s.sql\nexpose: {}\nrow_scope: { t: {} }\n", {"invalid-value 6:17"}},
      {"Source", "backend: sqlite\nschema: s.sql\nexpose: {}\nrow_scope: { t: { a: B } }\n", {"invalid-value 6:22"}},
      {"Source", "backend: sqlite\nschema: s.sql\nexpose: {}\nlarge: events\n", {"wrong-type 6:8"}},
      {"Source", "backend: sqlite\nschema: s.sql\nexposes: {}\n", {"unknown-key 5:1"}, "`expose`?"},
      {"Limits", "deadline: 2\n", {"invalid-value 3:11"}},
      {"Limits", "deadline: 2 s\n", {"invalid-value 3:11"}},
      {"Limits", "lock_wait: 0ms\n", {"invalid-value 3:12"}},
      {"Limits", "memory: 1TB\n", {"invalid-value 3:9"}},
      {"Limits", "memory: 9223372036854775807KiB\n", {"invalid-value 3:9"}, "64 bits"},
      {"Limits", "groups: '20'\n", {"wrong-type 3:9"}},
      {"Limits", "use: founding\n", {"unknown-key 3:1"}},
      {"Limits", "vm_steps: ~\n", {"wrong-type 3:11"}},
      {"Access", "anonymous: none\n", {"missing-key 1:1"}, "`roles`"},
      {"Access", "roles: { r: {} }\n", {"missing-key 3:13"}, "`reports`"},
      {"Access", "roles: { none: { reports: [] } }\n", {"invalid-value 3:10"}},
      {"Access", "roles: { r: { reports: x } }\n", {"wrong-type 3:24"}},
      {"Access", "roles: { r: { reports: [], narrow: { a: { p: sent } } } }\n", {"wrong-type 3:46"}},
      {"Access", "roles: { r: { reports: [], narrow: { a: { p: [] } } } }\n", {"invalid-value 3:46"}},
      {"Access", "roles: { r: { reports: [], narrow: { a: { p: {} } } } }\n", {"invalid-value 3:46"}},
      {"Access", "roles: { r: { reports: [], narrow: { a: { p: { x-min: 1 } } } } }\n", {"invalid-value 3:46"}},
      {"Access", "roles: { r: { reports: [], claim: x } }\n", {"misplaced-key 3:28"}, "it is a key of a scope"},
      {"Access", "roles: {}\nscope: { s: { claim: c } }\n", {"missing-key 4:13"}, "`type`"},
      {"Access", "roles: {}\nscope: { s: { claim: c, type: text } }\n", {"invalid-value 4:31"}},
      {"Access", "roles: {}\nscope: { S: { claim: c, type: string } }\n", {"invalid-value 4:10"}},
      {"Access", "roles: {}\nlocal: support\n", {"wrong-type 4:8"}},
      {"Access", "roles: {}\nclaims: { role: roles }\n", {"unknown-key 4:11"}, "did you mean `roles`?"},
      {"Gateway", "sources: [a]\n", {"wrong-type 3:10"}},
      {"Gateway", "sources: { a: {} }\n", {"missing-key 3:15"}, "`path`"},
      {"Gateway", "sources: { a: { by: t } }\n", {"missing-key 3:15"}, "`paths`"},
      {"Gateway", "sources: { a: { paths: { x: y } } }\n", {"missing-key 3:15"}, "`by`"},
      {"Gateway", "sources: { a: { path: x, by: t } }\n", {"invalid-value 3:15"}},
      {"Gateway", "sources: { a: { by: t, paths: {} } }\n", {"invalid-value 3:31"}},
      {"Gateway", "sources: { A: { path: x } }\n", {"invalid-value 3:12"}},
      {"Gateway", "serve: { listen: 8080 }\n", {"wrong-type 3:18"}},
      {"Gateway", "serve: { listen: '8080' }\n", {"invalid-value 3:18"}, "`8080`"},
      {"Gateway",
       "serve: { hosts: [a.example, 'a.example:1', A.example, .a] }\n",
       {"invalid-value 3:29", "invalid-value 3:44", "invalid-value 3:55"}},
      {"Gateway",
       "serve: { origins: ['https://a', 'https://a/', a, 'ftp://a', 'https://a:0'] }\n",
       {"invalid-value 3:33", "invalid-value 3:47", "invalid-value 3:50", "invalid-value 3:61"}},
      {"Gateway", "serve: { max_body: 1048577 }\n", {"invalid-value 3:20"}, "1MiB"},
      {"Gateway", "serve: { threads: 513 }\n", {"invalid-value 3:19"}},
      {"Gateway", "serve: { tools: 0 }\n", {"invalid-value 3:17"}},
      {"Gateway", "serve: { tls: { key: k } }\n", {"missing-key 3:15"}, "`certificate`"},
      {"Gateway", "path: x\n", {"misplaced-key 3:1"}, "a source's location"},
  };
  testing::CaseCount count("hostile declarations: mistakes in a policy");
  for (const Case& row : cases) {
    INFO(row.kind << ": " << row.body);
    const Diagnostics diagnostics = LoadAny(row.kind, WithHeader(row.kind, row.body));
    CHECK(Summaries(diagnostics) == row.expected);
    CHECK(Says(diagnostics, row.says));
    count.Add(Summaries(diagnostics) == row.expected);
  }
}

TEST_CASE("what the repository ships loads without a word") {
  const Catalog catalog((testing::ProjectRoot() / "reports").string(), (testing::ProjectRoot() / "policies").string());
  Diagnostics listing;
  const auto ids = catalog.ReportIds(listing);
  CHECK(Summaries(listing).empty());
  CHECK(ids.size() >= 6);
  for (const std::string& id : ids) {
    INFO(id);
    const auto loaded = catalog.Report(id);
    CHECK(Summaries(loaded.diagnostics).empty());
    CHECK(loaded.value != nullptr);
  }
  for (const std::string& name : catalog.SourceNames()) {
    const auto loaded = catalog.Source(name);
    REQUIRE(loaded.value != nullptr);
    // Tables of files are declared in the policy itself.
    CHECK((loaded.value->schema_text != nullptr) == (loaded.value->backend.value != "files"));
  }
  for (const std::string& name : catalog.LimitsNames()) CHECK(catalog.Limits(name).value != nullptr);
  CHECK(catalog.Access().value != nullptr);
}

}  // namespace
}  // namespace querygate
