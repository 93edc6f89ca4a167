#include "engine/identity/token_table.h"

#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

std::string FaultOf(const std::string& text) {
  const auto table = TokenTable::Parse(text);
  return table ? "ok " + std::to_string(table->size()) : table.error();
}

std::string Line(const std::string& name, const std::string& token) {
  return TokenLine(name, HashBearerToken(token), R"({"roles":["support"]})");
}

TEST_CASE("a made token is long, new each time, and found by its line alone") {
  std::set<std::string> seen;
  for (int i = 0; i < 50; ++i) seen.insert(MakeBearerToken());
  CHECK(seen.size() == 50);
  const std::string token = *seen.begin();
  CHECK(token.size() == 46);
  CHECK(token.starts_with("qg_"));
  const std::string line = Line("dashboard", token);
  CHECK(line.find(token) == std::string::npos);
  const auto table = TokenTable::Parse("# tokens\n\n" + Line("other", *seen.rbegin()) + "\n" + line + "\n");
  REQUIRE(table);
  CHECK(table->size() == 2);
  const TokenEntry* entry = table->Find(token);
  REQUIRE(entry != nullptr);
  CHECK(entry->name == "dashboard");
  CHECK(entry->claims_json == R"({"roles":["support"]})");
  CHECK(table->Find(*std::next(seen.begin())) == nullptr);
  CHECK(table->Find("") == nullptr);
  CHECK(table->Find(token + "a") == nullptr);
  CHECK(table->Find(token.substr(0, 45)) == nullptr);
  CHECK(table->Find(ToText(HashBearerToken(token))) == nullptr);  // a hash that leaked is no token
}

TEST_CASE("hashes have one spelling") {
  // SHA-256 of "abc", FIPS 180-2.
  const std::string text = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  CHECK(ToText(HashBearerToken("abc")) == text);
  CHECK(ParseTokenHash(text) == HashBearerToken("abc"));
  for (const std::string& bad : {text.substr(1), text + "0", text.substr(0, 70), "SHA256:" + text.substr(7),
                                 text.substr(0, 70) + "G", text.substr(0, 70) + "D", std::string("sha256:")}) {
    CAPTURE(bad);
    CHECK_FALSE(ParseTokenHash(bad));
  }
  TokenHash last = HashBearerToken("abc");
  last.back() ^= 1U;
  CHECK_FALSE(SameHash(last, HashBearerToken("abc")));
}

TEST_CASE("a file with a mistake is refused as a whole, and the line is named, not shown") {
  const std::string good = Line("a", "1");
  CHECK(FaultOf("") == "ok 0");
  CHECK(FaultOf(good) == "ok 1");
  CHECK(FaultOf(good + "\r\n") == "ok 1");
  CHECK(FaultOf(good + "\n" + Line("a", "2")) == "line 2 of the token file repeats the name of another line");
  CHECK(FaultOf(good + "\n\n" + Line("b", "1")) == "line 3 of the token file repeats the hash of another line");
  CHECK(FaultOf("qg_secret") == "line 1 of the token file is not strict JSON: a value is expected at byte 1");
  CHECK(FaultOf("[]") == "line 1 of the token file is not strict JSON: it is no object");
  CHECK(FaultOf(R"({"name":"a","hash":"sha256:00","claims":{}})") ==
        "line 1 of the token file has no hash; `querygate token new NAME` makes a whole line");
  const std::string hash = ToText(HashBearerToken("1"));
  CHECK(FaultOf(R"({"name":"a","hash":")" + hash + R"("})") == "line 1 of the token file has no object of claims");
  CHECK(FaultOf(R"({"name":"a","hash":")" + hash + R"(","claims":[]})") ==
        "line 1 of the token file has no object of claims");
  CHECK(FaultOf(R"({"name":"a","hash":")" + hash + R"(","claims":{"a":1,"a":2}})")
            .starts_with("line 1 of the token file is not strict JSON: a key appears twice"));
  CHECK(FaultOf(R"({"name":"a","hash":")" + hash + R"(","claims":{},"roles":[]})") ==
        "line 1 of the token file has a member beside name, hash and claims");
  for (const char* name : {"", "A", "1a", "a b", "a:b", "\\u00e9"}) {
    CAPTURE(name);
    CHECK(FaultOf(R"({"name":")" + std::string(name) + R"(","hash":")" + hash + R"(","claims":{}})") ==
          "line 1 of the token file has no usable name");
  }
  CHECK(IsTokenName(std::string(64, 'a')));
  CHECK_FALSE(IsTokenName(std::string(65, 'a')));
  std::string many;
  for (std::size_t i = 0; i < kMaxTokens; ++i) many += Line("t" + std::to_string(i), std::to_string(i)) + "\n";
  CHECK(FaultOf(many) == "ok 1000");
  CHECK(FaultOf(many + Line("z", "z")) == "the token file holds more than 1000 tokens");
}

}  // namespace
}  // namespace querygate
