// Claims of a verified identity that try to lead to another's database: a source has a file for each value of a
// scope, and no spelling but the listed one leads to any of them.
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/gateway/demo.h"
#include "engine/gateway/gateway.h"
#include "tests/cases.h"
#include "tests/conformance/temporary_folder.h"

namespace querygate {
namespace {

constexpr std::string_view kSchema = "CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT);\n";

constexpr std::string_view kReport = R"(apiVersion: querygate/v1
kind: Report
title: Notes
description: All notes of one tenant.
owner: tests
version: 1
source: notes
allow:
  tables: { notes: [id, body] }
queries:
  notes:
    sql: SELECT body FROM notes ORDER BY id
    rows: { max: 10, over: reject }
    columns: { body: { type: text } }
result: { rows: notes }
)";

constexpr std::string_view kAccess = R"(apiVersion: querygate/v1
kind: Access
claims: { roles: realm.roles }
scope:
  tenant: { claim: org.tenant, type: string }
roles:
  reader: { reports: ['notes/*'] }
)";

constexpr std::string_view kConfiguration = R"(apiVersion: querygate/v1
kind: Gateway
sources:
  notes: { by: tenant, paths: { a: var/a.sqlite, b: var/b.sqlite, '1': var/one.sqlite, '../c': var/c.sqlite } }
)";

class Tenants {
 public:
  Tenants() {
    Write("querygate.yaml", kConfiguration);
    Write("reports/notes/all.yaml", kReport);
    Write("policies/access.yaml", kAccess);
    Write("policies/limits/default.yaml", "apiVersion: querygate/v1\nkind: Limits\n");
    Write("policies/sources/notes.sql", kSchema);
    Write(
        "policies/sources/notes.yaml",
        "apiVersion: querygate/v1\nkind: Source\nbackend: sqlite\nschema: notes.sql\nexpose: { notes: [id, body] }\n");
    std::filesystem::create_directories(folder_ / "var");
    // Files that nobody may reach lie where a path in a claim would lead.
    for (const char* name : {"a", "b", "c", "one", "var/a.sqlite", "unlisted"}) {
      const std::string file = std::string(name).find('/') == std::string::npos ? "var/" + std::string(name) + ".sqlite"
                                                                                : std::string("stray.sqlite");
      const std::string rows = "INSERT INTO notes VALUES(1, 'of " + std::string(name) + "');";
      REQUIRE(CreateDemoDatabase(folder_ / file, std::string(kSchema) + rows));
    }
  }

  // The body's rows, or the reason.
  std::string Run(const std::string& claims, const Arguments& arguments = {}) const {
    GatewayOptions options;
    options.config = folder_ / "querygate.yaml";
    auto gateway = Gateway::Open(std::move(options));
    if (!gateway) return gateway.error().message;
    CallRequest request;
    request.report = "notes/all";
    request.identity.claims_json = claims;
    request.arguments = arguments;
    request.local = false;
    request.accepted = std::chrono::steady_clock::now();
    const auto answer = gateway->Run(request);
    if (!answer) {
      const auto* unusable = std::get_if<Unusable>(&answer.error());
      return unusable == nullptr ? "unknown report" : "unusable: " + unusable->message;
    }
    if (const auto* rejection = std::get_if<Rejection>(&answer->body)) return rejection->reason;
    if (const auto* failure = std::get_if<Failure>(&answer->body)) return failure->reason + " " + failure->cause;
    return std::get<Delivery>(answer->body).text;
  }

  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  void Write(const std::string& name, std::string_view text) {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    testing::WriteFile(path.string(), std::string(text));
  }

  testing::TemporaryFolder folder_;
};

std::string Claims(const std::string& tenant) {
  return R"({"sub":"alice","realm":{"roles":["reader"]},"org":{"tenant":)" + tenant + "}}";
}

std::string Rows(const std::string& whose) {
  return R"({"status":"ok","complete":true,"rows":[{"body":"of )" + whose + R"("}]})";
}

TEST_CASE("a claim leads to the database of exactly its value") {
  const Tenants tenants;
  CHECK(tenants.Run(Claims(R"("a")")) == Rows("a"));
  CHECK(tenants.Run(Claims(R"("b")")) == Rows("b"));
  CHECK(tenants.Run(Claims(R"("\u0062")")) == Rows("b"));  // the same text in JSON
  CHECK(tenants.Run(Claims(R"("../c")")) == Rows("c"));    // a value is a name and never a path
  CHECK(tenants.Run(Claims(R"("1")")) == Rows("one"));
}

TEST_CASE("no other value leads to any database") {
  const Tenants tenants;
  const std::vector<std::string> values{R"("A")",
                                        R"("")",
                                        R"(" a")",
                                        R"("a ")",
                                        R"("a\n")",
                                        R"("a\t")",
                                        R"("a\u0000")",
                                        R"("\u0000a")",
                                        R"("a\u0000b")",
                                        R"("./a")",
                                        R"("a/")",
                                        R"("/a")",
                                        R"("../a")",
                                        R"("..")",
                                        R"(".")",
                                        R"("/")",
                                        R"("var/a.sqlite")",
                                        R"("a.sqlite")",
                                        R"("../stray.sqlite")",
                                        R"("unlisted")",
                                        R"("%61")",
                                        R"("a%00")",
                                        R"("${HOME}")",
                                        R"("~")",
                                        R"("*")",
                                        R"("?")",
                                        R"("[a]")",
                                        R"("a,b")",
                                        R"("a|b")",
                                        R"("a' OR '1'='1")",
                                        R"("\u0430")",
                                        R"("\uff41")",
                                        R"("a\u0301")",
                                        R"("a\u200b")",
                                        R"("\ufeffa")",
                                        R"("\u202ea")",
                                        "null",
                                        "true",
                                        "1",
                                        "1.0",
                                        "0",
                                        R"(["a"])",
                                        R"(["a","b"])",
                                        R"([])",
                                        R"({"a":"a"})",
                                        R"({})",
                                        '"' + (tenants / "var/b.sqlite") + '"',
                                        '"' + std::string(100'000, 'a') + '"'};
  testing::CaseCount count("scope values that lead to no database");
  for (const std::string& value : values) {
    CAPTURE(value.substr(0, 60));
    CHECK(count.Add(tenants.Run(Claims(value)) == "scope_unavailable"));
  }
  CHECK(tenants.Run(R"({"realm":{"roles":["reader"]}})") == "scope_unavailable");
  CHECK(tenants.Run(R"({"realm":{"roles":["reader"]},"tenant":"a"})") == "scope_unavailable");
}

TEST_CASE("a key with a dot is not the path that it looks like") {
  const Tenants tenants;
  CHECK(tenants.Run(R"({"realm":{"roles":["reader"]},"org.tenant":"b"})") == "scope_unavailable");
  CHECK(tenants.Run(R"({"realm":{"roles":["reader"]},"org":{"tenant":"a"},"org.tenant":"b"})") == Rows("a"));
  CHECK(tenants.Run(R"({"realm.roles":["reader"],"org":{"tenant":"a"}})") == "unknown report");
  CHECK(tenants.Run(R"({"roles":["reader"],"org":{"tenant":"a"}})") == "unknown report");
}

TEST_CASE("roles are texts of the claim that the policy names") {
  const Tenants tenants;
  const auto with = [&](const std::string& roles) {
    return tenants.Run(R"({"realm":{"roles":)" + roles + R"(},"org":{"tenant":"a"}})");
  };
  CHECK(with(R"("reader")") == Rows("a"));
  CHECK(with(R"(["other","reader"])") == Rows("a"));
  for (const char* roles : {R"("Reader")", R"("reader ")", R"(["read"])", R"([])", R"("")", R"("reader,other")",
                            R"("other reader")", R"(["reader\u0000"])", R"({"reader":true})", R"([["reader"]])"}) {
    CAPTURE(roles);
    CHECK(with(roles) == "unknown report");
  }
  // What is no list of texts is no identity at all.
  for (const char* roles : {"1", "true", R"(["reader",1])", R"([null])"}) {
    CAPTURE(roles);
    CHECK(with(roles) == "unusable: the identity is not usable: the roles claim is not a list of strings");
  }
}

TEST_CASE("the scope cannot be sent as an argument") {
  const Tenants tenants;
  Argument b;
  b.kind = Argument::Kind::kString;
  b.text = "b";
  CHECK(tenants.Run(Claims(R"("a")"), {{"tenant", b}}) == "unknown_argument");
}

TEST_CASE("claims that could mean two things are no identity") {
  const Tenants tenants;
  for (const char* claims :
       {R"({"realm":{"roles":["reader"]},"org":{"tenant":"a","tenant":"b"}})",
        R"({"realm":{"roles":["reader"]},"org":{"tenant":"a"},"org":{"tenant":"b"}})", R"(["reader"])", "", "{",
        R"({"realm":{"roles":["reader"]},"org":{"tenant":"a"}} )"
        "\x01"}) {
    CAPTURE(claims);
    CHECK(tenants.Run(claims).starts_with("unusable: the identity is not usable: the claims"));
  }
}

}  // namespace
}  // namespace querygate
