#include "engine/load/arguments.h"

#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

using Kind = Argument::Kind;

std::string Repeat(const std::string& piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

// An argument in one line: kind and what it holds.
std::string Shown(const Argument& argument) {
  switch (argument.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return argument.boolean ? "true" : "false";
    case Kind::kInteger:
      return "integer " + std::to_string(argument.integer);
    case Kind::kNumber:
      return "number " + argument.text;
    case Kind::kString:
      return "string " + argument.text;
    case Kind::kWord:
      return "word " + argument.text;
    case Kind::kObject:
      return "object";
    case Kind::kArray:
      break;
  }
  std::string out = "[";
  for (const Argument& item : argument.items) out += Shown(item) + ";";
  return out + "]";
}

std::string Shown(const Arguments& arguments) {
  std::string out;
  for (const auto& [name, argument] : arguments) out += (out.empty() ? "" : ", ") + name + "=" + Shown(argument);
  return out;
}

struct Case {
  std::string text;
  std::string shown;
};

TEST_CASE("JSON arguments keep what was spelt") {
  const std::vector<Case> cases = {
      {"{}", ""},
      {" \t\r\n{ } \n", ""},
      {R"({"a":1})", "a=integer 1"},
      {R"({"b":1,"a":2})", "b=integer 1, a=integer 2"},
      {R"({"a":-1})", "a=integer -1"},
      {R"({"a":0})", "a=integer 0"},
      {R"({"a":-0})", "a=number -0"},
      {R"({"a":9223372036854775807})", "a=integer 9223372036854775807"},
      {R"({"a":9223372036854775808})", "a=number 9223372036854775808"},
      {R"({"a":-9223372036854775808})", "a=integer -9223372036854775808"},
      {R"({"a":-9223372036854775809})", "a=number -9223372036854775809"},
      {R"({"a":5.0})", "a=number 5.0"},
      {R"({"a":1e1})", "a=number 1e1"},
      {R"({"a":1E+1})", "a=number 1E+1"},
      {R"({"a":0.10})", "a=number 0.10"},
      {R"({"a":1e400})", "a=number 1e400"},
      {R"({"a":true,"b":false,"c":null})", "a=true, b=false, c=null"},
      {R"({"a":"5"})", "a=string 5"},
      {R"({"a":""})", "a=string "},
      {R"({"a":"\"\\\/\b\f\n\r\t"})", "a=string \"\\/\b\f\n\r\t"},
      {R"({"a":"\u00e9\u20AC\ud83d\ude00"})", "a=string é€\xF0\x9F\x98\x80"},
      {R"({"a":"\u0000"})", std::string("a=string \0", 10)},
      {R"({"a":"\uD7FF\uE000\uFFFF"})", "a=string \xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"},
      {"{\"\\u0061\":\"é\x7F\"}", "a=string é\x7F"},
      {R"({"a":[]})", "a=[]"},
      {R"({"a":[1,"x",[null]]})", "a=[integer 1;string x;[null;];]"},
      {R"({"a":{"b":1}})", "a=object"},
      {R"({"":1})", "=integer 1"},
      {R"({"A":1,"a":2})", "A=integer 1, a=integer 2"},
      {"{\"\xC3\xA9\":1,\"e\xCC\x81\":2}", "\xC3\xA9=integer 1, e\xCC\x81=integer 2"},
      {R"({"a":)" + Repeat("[", 31) + Repeat("]", 31) + "}", "a=" + Repeat("[", 31) + Repeat(";]", 30).insert(0, "]")},
  };
  for (const Case& row : cases) {
    INFO(row.text);
    const auto parsed = ParseJsonArguments(row.text);
    REQUIRE(parsed.has_value());
    CHECK(Shown(*parsed) == row.shown);
  }
}

TEST_CASE("anything but one strict JSON object is invalid_arguments") {
  using namespace std::string_literals;
  const std::vector<std::string> texts = {
      "",
      " ",
      "1",
      "null",
      "[]",
      "\"a\"",
      "{",
      "}",
      "{}{}",
      "{} x",
      "{}\0"s,
      "\0{}"s,
      "\xEF\xBB\xBF{}",
      "{a:1}",
      "{'a':1}",
      R"({"a"})",
      R"({"a":})",
      R"({"a" 1})",
      R"({"a":1,})",
      R"({,"a":1})",
      R"({"a":1 "b":2})",
      R"({"a":1;"b":2})",
      R"({"a":1,"a":1})",
      R"({"a":1,"\u0061":1})",
      R"({"a":{"b":1,"b":2}})",
      R"({"a":[{"b":1,"c":0,"b":2}]})",
      R"({"a\u0000":1})",
      "{\"a\0\":1}"s,
      R"({"a":[1,]})",
      R"({"a":[,1]})",
      R"({"a":[1 2]})",
      R"({"a":[1})",
      R"({"a":01})",
      R"({"a":00})",
      R"({"a":-})",
      R"({"a":-01})",
      R"({"a":+1})",
      R"({"a":.5})",
      R"({"a":5.})",
      R"({"a":1.e1})",
      R"({"a":1e})",
      R"({"a":1e+})",
      R"({"a":0x1})",
      R"({"a":1_0})",
      R"({"a":NaN})",
      R"({"a":Infinity})",
      R"({"a":-Infinity})",
      R"({"a":True})",
      R"({"a":tru})",
      R"({"a":truee})",
      R"({"a":nul})",
      R"({"a":undefined})",
      R"({"a":"x)",
      R"({"a":"\)",
      R"({"a":"\x41"})",
      R"({"a":"\u12"})",
      R"({"a":"\u12G4"})",
      R"({"a":"\ud800"})",
      R"({"a":"\ud800x"})",
      R"({"a":"\ud800\n"})",
      R"({"a":"\ud800\ud800"})",
      R"({"a":"\ud800\u0041"})",
      R"({"a":"\udc00"})",
      R"({"a":"\udc00\ud800"})",
      "{\"a\":\"\n\"}",
      "{\"a\":\"\t\"}",
      "{\"a\":\"\x1F\"}",
      "{\"a\":\"\0\"}"s,
      "{\"a\":\"\x80\"}",
      "{\"a\":\"\xC3\"}",
      "{\"a\":\"\xC0\xAF\"}",
      "{\"a\":\"\xED\xA0\x80\"}",
      "{\"a\":\"\xF4\x90\x80\x80\"}",
      "{\"a\xFF\":1}",
      "{\"a\":1}//",
      "/**/{\"a\":1}",
      "{\"a\":\xD9\xA3}",  // a digit of another script
      "{\"a\":\xC2\xA0"
      "1}",
      "\x0B{}",
      R"({"a":)" + Repeat("[", 32) + Repeat("]", 32) + "}",
      Repeat("[", 100000),
      Repeat("{\"a\":", 100000),
      "{\"a\":[" + Repeat("0,", 10000) + "0]}",
  };
  for (const std::string& text : texts) {
    INFO(text.substr(0, 60));
    const auto parsed = ParseJsonArguments(text);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error() == Rejection{RejectionKind::kInvalidRequest, "invalid_arguments", ""});
  }
}

TEST_CASE("arguments at the limit of size and one byte more") {
  const std::string frame = R"({"a":""})";
  const std::string fitting(kMaxArgumentBytes - frame.size(), 'x');
  CHECK(ParseJsonArguments(R"({"a":")" + fitting + R"("})").has_value());
  CHECK_FALSE(ParseJsonArguments(R"({"a":")" + fitting + R"(x"})").has_value());
  // The object and its list are values too.
  CHECK(ParseJsonArguments("{\"a\":[" + Repeat("0,", kMaxArgumentValues - 3) + "0]}").has_value());
  CHECK_FALSE(ParseJsonArguments("{\"a\":[" + Repeat("0,", kMaxArgumentValues - 2) + "0]}").has_value());
}

struct WordCase {
  std::vector<std::string> words;
  std::string shown;  // or "rejected", or "word error"
};

TEST_CASE("words") {
  const std::vector<WordCase> cases = {
      {{}, ""},
      {{"state=sent"}, "state=word sent"},
      {{"a=1", "b=2"}, "a=word 1, b=word 2"},
      {{"a="}, "a=word "},
      {{"a=b=c"}, "a=word b=c"},
      {{"a= x "}, "a=word  x "},
      {{"a=\"5\""}, "a=word \"5\""},
      {{"a=é"}, "a=word é"},
      {{"a=1", "b=x", "a=2", "a=3"}, "a=[word 1;word 2;word 3;], b=word x"},
      {{"a:=5"}, "a=integer 5"},
      {{"a:=\"5\""}, "a=string 5"},
      {{"a:=[1,\"x\"]"}, "a=[integer 1;string x;]"},
      {{"a:= null "}, "a=null"},
      {{"a:={\"b\":1}"}, "a=object"},
      {{"a==b"}, "a=word =b"},
      {{"a=:=5"}, "a=word :=5"},
      {{"A=1", "a=2"}, "A=word 1, a=word 2"},
      {{"state"}, "word error"},
      {{""}, "word error"},
      {{"=x"}, "word error"},
      {{":=5"}, "word error"},
      {{"--limit"}, "word error"},
      {{"a=1", "oops"}, "word error"},
      {{"a:="}, "rejected"},
      {{"a:=x"}, "rejected"},
      {{"a:=01"}, "rejected"},
      {{"a:=1 2"}, "rejected"},
      {{"a:={\"b\":1,\"b\":2}"}, "rejected"},
      {{"a:=1", "a:=1"}, "rejected"},
      {{"a:=1", "a=1"}, "rejected"},
      {{"a=1", "a:=1"}, "rejected"},
      {{"a=\xFF"}, "rejected"},
      {{"a\xC3=1"}, "rejected"},
      {{"a=" + std::string(kMaxArgumentBytes - 1, 'x')}, "rejected"},
      {{"a=" + std::string(kMaxArgumentBytes / 2, 'x'), "b=" + std::string(kMaxArgumentBytes / 2, 'x')}, "rejected"},
  };
  for (const WordCase& row : cases) {
    INFO((row.words.empty() ? "no words" : row.words.front().substr(0, 60)));
    const auto parsed = ParseWordArguments(row.words);
    std::string shown;
    if (parsed) {
      shown = Shown(*parsed);
    } else if (const auto* rejection = std::get_if<Rejection>(&parsed.error())) {
      CHECK(rejection->reason == "invalid_arguments");
      shown = "rejected";
    } else {
      shown = "word error";
    }
    CHECK(shown == row.shown);
  }
  CHECK(ParseWordArguments({"a=" + std::string(kMaxArgumentBytes - 2, 'x')}).has_value());
}

TEST_CASE("a word that is no argument is named on one line") {
  const auto parsed = ParseWordArguments({"a\nb"});
  REQUIRE_FALSE(parsed.has_value());
  CHECK(std::get<WordError>(parsed.error()).message == "`a\\nb` is no argument: write name=value, or name:=JSON");
}

TEST_CASE("claims are found by dotted path") {
  const auto claims = Claims::Parse(R"({
    "store": "A", "roles": ["x", "y"], "n": 5, "nothing": null, "empty": [],
    "window": { "start": "2026-01-01T00:00:00Z", "deep": { "end": true } },
    "mixed": [1, {"a": 2}], "nested": [[1]],
    "a.b": "hidden", "a": { "b": "seen", "c.d": 1, "": 2 },
    "": "hidden"
  })");
  REQUIRE(claims.has_value());
  const std::vector<Case> cases = {
      {"store", "string A"},
      {"roles", "[string x;string y;]"},
      {"n", "integer 5"},
      {"nothing", "null"},
      {"empty", "[]"},
      {"window.start", "string 2026-01-01T00:00:00Z"},
      {"window.deep.end", "true"},
      {"a.b", "string seen"},
      {"window", "absent"},
      {"window.deep", "absent"},
      {"window.", "absent"},
      {".window", "absent"},
      {"window.start.x", "absent"},
      {"mixed", "absent"},
      {"mixed.a", "absent"},
      {"nested", "absent"},
      {"a.c.d", "absent"},
      {"c.d", "absent"},
      {"a.", "absent"},
      {"", "absent"},
      {"Store", "absent"},
  };
  for (const Case& row : cases) {
    INFO(row.text);
    const Argument* found = claims->Find(row.text);
    CHECK((found == nullptr ? "absent" : Shown(*found)) == row.shown);
  }
}

TEST_CASE("claims are strict") {
  for (const char* text :
       {"", "[]", "\"x\"", "{\"a\":1,\"a\":2}", "{\"a\":{\"b\":1,\"b\":2}}", "{\"a\":\"\\ud800\"}", "{} {}"}) {
    INFO(text);
    CHECK_FALSE(Claims::Parse(text).has_value());
  }
  CHECK(Claims::Parse("{\"a\":1,}").error() == "the claims are not strict JSON: a key in quotes is expected at byte 8");
  CHECK(Claims::Parse("[]").error() == "the claims must be a JSON object");
}

}  // namespace
}  // namespace querygate
