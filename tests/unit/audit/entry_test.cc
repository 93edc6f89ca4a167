// What a line says about a call, and what it never says.
#include <set>
#include <string>
#include <tuple>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "engine/audit/keyed_hash.h"
#include "engine/audit/line.h"
#include "tests/unit/audit/audit_fixture.h"

namespace querygate {
namespace {

Argument Text(const std::string& text) {
  Argument argument;
  argument.kind = Argument::Kind::kString;
  argument.text = text;
  return argument;
}

Argument Number(std::int64_t value) {
  Argument argument;
  argument.kind = Argument::Kind::kInteger;
  argument.integer = value;
  return argument;
}

CompiledReport SomeReport() {
  CompiledReport report;
  report.id = "a/b";
  for (const auto& [name, loggable, from_scope] :
       {std::tuple("state", true, false), {"email", false, false}, {"store", true, true}}) {
    ParameterSpec spec;
    spec.name = name;
    spec.loggable = loggable;
    spec.from_scope = from_scope;
    report.parameters.push_back(spec);
  }
  return report;
}

Answer Delivered(const std::string& text) {
  Answer answer;
  answer.body = Delivery{text, false, 2};
  answer.receipt.report = "a/b";
  answer.receipt.version = 4;
  answer.receipt.policy_digest = "p";
  answer.receipt.spending.vm_steps = 7;
  answer.receipt.elapsed_microseconds = 12;
  return answer;
}

TEST_CASE("arguments are hashed whatever their order, and shown only where they may be") {
  const Arguments arguments{
      {"state", Text("sent")}, {"email", Text("a@b")}, {"store", Text("A")}, {"other", Number(5)}};
  const Arguments turned{{"other", Number(5)}, {"store", Text("A")}, {"email", Text("a@b")}, {"state", Text("sent")}};
  CHECK(CanonicalArguments(arguments) == R"({"email":"a@b","other":5,"state":"sent","store":"A"})");
  CHECK(CanonicalArguments(turned) == CanonicalArguments(arguments));

  const CompiledReport report = SomeReport();
  const Answer answer = Delivered("[]");
  const AuditEntry entry = MakeAuditEntry({{}, "company:alice", "t", &arguments, &report, &answer}, "key");
  CHECK(entry.logged_arguments == R"({"state":"sent"})");
  CHECK(entry.arguments_hash == KeyedHashHex("key", CanonicalArguments(arguments)));
  const std::string line = CallLine({}, entry).text;
  CHECK(line.find("a@b") == std::string::npos);
  const auto json = nlohmann::json::parse(line);
  CHECK(json["caller"] == "company:alice");
  CHECK(json["report"] == "a/b");
  CHECK(json["version"] == 4);
  CHECK(json["policy"] == "p");
  CHECK(json["outcome"] == "ok");
  CHECK_FALSE(json.contains("reason"));
  CHECK(json["complete"] == false);
  CHECK(json["rows"] == 2);
  CHECK(json["bytes"] == 2);
  // SHA-256 of "[]".
  CHECK(json["result"] == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945");
  CHECK(json["spent"]["vm_steps"] == 7);
  CHECK(json["spent"]["elapsed_us"] == 12);
  CHECK(json["trace"] == "t");
  CHECK(json["arguments"]["state"] == "sent");
}

TEST_CASE("two calls that differ have different hashes") {
  const auto canonical = [](Arguments arguments) { return CanonicalArguments(arguments); };
  Argument word = Text("5");
  word.kind = Argument::Kind::kWord;
  Argument exact = Text("5.0");
  exact.kind = Argument::Kind::kNumber;
  Argument list;
  list.kind = Argument::Kind::kArray;
  list.items = {Number(5)};
  Argument truth;
  truth.kind = Argument::Kind::kBoolean;
  std::set<std::string> texts;
  for (const Argument& argument :
       {word, exact, list, truth, Text("5"), Number(5), Argument(), Text("false"), Text("null")})
    texts.insert(canonical({{"a", argument}}));
  CHECK(texts.size() == 9);
  CHECK(canonical({}) == "{}");
  CHECK(canonical({{"a", Text("\"},{\"b\":1")}}) == R"({"a":"\"},{\"b\":1"})");
}

TEST_CASE("refused and failed calls have their reason and no result") {
  Answer answer;
  answer.receipt.report = "a/b";
  answer.body = Rejection{RejectionKind::kNotPermitted, "not_permitted", "email"};
  const Arguments none;
  const auto rejected =
      nlohmann::json::parse(CallLine({}, MakeAuditEntry({{}, "", "", &none, nullptr, &answer}, "k")).text);
  CHECK(rejected["outcome"] == "rejected");
  CHECK(rejected["reason"] == "not_permitted");
  for (const char* absent : {"caller", "version", "policy", "arguments", "rows", "result", "trace"})
    CHECK_FALSE(rejected.contains(absent));
  answer.body = Failure{"query_failed", "secret database text"};
  const std::string failed = CallLine({}, MakeAuditEntry({{}, "", "", &none, nullptr, &answer}, "k")).text;
  CHECK(failed.find(R"("outcome":"failed","reason":"query_failed")") != std::string::npos);
  CHECK(failed.find("secret") == std::string::npos);
}

TEST_CASE("arguments that are too large to log are left out and said to be") {
  const CompiledReport report = SomeReport();
  const Answer answer = Delivered("[]");
  const auto logged = [&](std::size_t size) {
    const Arguments arguments{{"state", Text(std::string(size, 'a'))}};
    return MakeAuditEntry({{}, "", "", &arguments, &report, &answer}, "k").logged_arguments;
  };
  CHECK(logged(8 * 1024 - 12).size() == 8 * 1024);
  CHECK(logged(8 * 1024 - 11) == R"({"omitted":"too large"})");
}

TEST_CASE("the key is made once, kept from others, and long enough") {
  // RFC 4231, test case 2.
  CHECK(KeyedHashHex("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const testing::TemporaryFolder folder;
  const std::string path = folder / "audit.key";
  const auto made = OpenAuditKey(path);
  REQUIRE(made);
  CHECK(made->size() == 64);
  CHECK(*OpenAuditKey(path) == *made);
  const auto other = OpenAuditKey(folder / "other.key");
  REQUIRE(other);
  CHECK(*other != *made);
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  CHECK(OpenAuditKey(path).error().find("others can use it") != std::string::npos);
  testing::WriteFile(folder / "short.key", std::string(31, 'k') + "\n");
  REQUIRE(::chmod((folder / "short.key").c_str(), 0600) == 0);
  CHECK(OpenAuditKey(folder / "short.key").error().find("holds 31 bytes; a key has at least 32") != std::string::npos);
  CHECK(OpenAuditKey(folder / "none/audit.key").error().find("cannot make") != std::string::npos);
}

}  // namespace
}  // namespace querygate
