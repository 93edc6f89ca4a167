// RFC 8259, strictly: one object a line, a list of them, or a single one.
#include <catch2/catch.hpp>

#include <string>

#include "tests/cases.h"
#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

const std::string kTwo = "a: { type: text }, b: { type: integer, nullable: true }";

Heard Read(const std::string& bytes, const std::string& format, const std::string& rest = {}) {
  FilesKit kit(TableOf(format, kTwo, rest));
  kit.Put("data", bytes);
  kit.Bind("t", {"data"});
  return kit.Call(kit.Select("t", {{"a", "type: text"}, {"b", "type: integer, nullable: true"}}));
}

struct Good {
  const char* what;
  std::string format, bytes, rows;
};

TEST_CASE("objects of JSON are records", "[files]") {
  const std::string one = R"({"a":"x","b":"1"})" "\n";
  const Good cases[] = {
      {"one object", "json", R"({"a":"x","b":1})", one},
      {"with blanks around", "json", "\n\t {\r\n \"a\" : \"x\" , \"b\" : 1 } \n", one},
      {"a byte order mark", "json", "\xEF\xBB\xBF{\"a\":\"x\",\"b\":1}", one},
      {"a list", "json", R"([{"a":"x","b":1},{"b":2,"a":"y"}])", one + R"({"a":"y","b":"2"})" "\n"},
      {"an empty list", "json", " [ ] ", ""},
      {"lines", "jsonl", "{\"a\":\"x\",\"b\":1}\n{\"a\":\"y\",\"b\":2}\r\n", one + R"({"a":"y","b":"2"})" "\n"},
      {"a last line without its end", "jsonl", R"({"a":"x","b":1})", one},
      {"no lines", "jsonl", "", ""},
      {"other keys, whatever is in them", "json",
       R"({"c":[1,{"a":"no"},[]],"a":"x","d":{"b":[{}]},"b":1,"e":1e400,"f":-0.5E-7,"g":true,"h":false,"i":null})", one},
      {"other keys twice are nobody's", "json", R"({"c":1,"a":"x","c":2,"b":1})", one},
      {"null and absent are null", "jsonl", "{\"a\":\"x\",\"b\":null}\n{\"a\":\"y\"}\n",
       R"({"a":"x","b":null})" "\n" R"({"a":"y","b":null})" "\n"},
      {"escapes", "json", R"({"\u0061":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","b":1})",
       "{\"a\":\"\\\"\\\\/\\b\\f\\n\\r\\t\xC3\xA9\xF0\x9F\x98\x80\",\"b\":\"1\"}\n"},
      {"2^63 - 1", "json", R"({"a":"x","b":9223372036854775807})", R"({"a":"x","b":"9223372036854775807"})" "\n"},
      {"-2^63", "json", R"({"a":"x","b":-9223372036854775808})", R"({"a":"x","b":"-9223372036854775808"})" "\n"},
      {"2^53 + 1", "json", R"({"a":"x","b":9007199254740993})", R"({"a":"x","b":"9007199254740993"})" "\n"},
  };
  CaseCount count("files: JSON that is read");
  for (const Good& good : cases) {
    INFO(good.what);
    const Heard heard = Read(good.bytes, good.format);
    INFO(heard.cause);
    CHECK(count.Add(heard.reason == "ok" && heard.text == good.rows));
    if (heard.text != good.rows) CHECK(heard.text == good.rows);
  }
}

struct Bad {
  const char* what;
  std::string format, bytes, cause;
};

TEST_CASE("what is no such JSON rejects the call and names the line", "[files]") {
  const Bad cases[] = {
      {"no value", "json", "", "line 1: the file holds no value"},
      {"blanks alone", "json", " \n ", "line 2: the file holds no value"},
      {"a number", "json", "1", "line 1: a record is no object"},
      {"a list of numbers", "json", "[1]", "line 1: a record is no object"},
      {"a list of lists", "json", "[[{}]]", "a record is no object"},
      {"two objects", "json", "{\"a\":\"x\"}\n{\"a\":\"y\"}", "line 2: text follows"},
      {"text behind a list", "json", "[{\"a\":\"x\"}] x", "text follows"},
      {"a list that does not end", "json", "[{\"a\":\"x\"}", "the list does not end"},
      {"a list that ends in a comma", "json", "[{\"a\":\"x\"},]", "a record is no object"},
      {"an object that does not end", "json", "{\"a\":\"x\"", "an object does not end"},
      {"an object that ends in a comma", "json", "{\"a\":\"x\",}", "a name is missing"},
      {"a name without quotes", "json", "{a:\"x\"}", "a name is missing"},
      {"single quotes", "json", "{'a':'x'}", "a name is missing"},
      {"no colon", "json", "{\"a\" \"x\"}", "a colon is missing"},
      {"a comment", "json", "{/* */\"a\":\"x\"}", "a name is missing"},
      {"a listed key twice", "json", "{\"a\":\"x\",\n\"a\":\"x\"}", "line 2: the key of the column a is there twice"},
      {"twice by an escape", "json", R"({"a":"x","\u0061":"x"})", "is there twice"},
      {"NaN", "json", R"({"a":"x","b":NaN})", "a value is missing"},
      {"Infinity", "json", R"({"a":"x","b":Infinity})", "a value is missing"},
      {"-Infinity", "json", R"({"a":"x","b":-Infinity})", "this is no number"},
      {"2^63", "json", R"({"a":"x","b":9223372036854775808})", "column b is a whole number beyond 64 bits"},
      {"-2^63 - 1", "json", R"({"a":"x","b":-9223372036854775809})", "column b is a whole number beyond 64 bits"},
      {"5.0 is no whole number", "json", R"({"a":"x","b":5.0})", "column b is no whole number"},
      {"1e1 is no whole number", "json", R"({"a":"x","b":1e1})", "column b is no whole number"},
      {"\"5\" is no number", "json", R"({"a":"x","b":"5"})", "column b is a text"},
      {"true is no number", "json", R"({"a":"x","b":true})", "column b is true or false"},
      {"a zero in front", "json", R"({"a":"x","b":05})", "a number begins with a zero"},
      {"a plus", "json", R"({"a":"x","b":+5})", "a value is missing"},
      {"a point without digits", "json", R"({"a":"x","b":5.})", "this is no number"},
      {"no digits before the point", "json", R"({"a":"x","b":.5})", "a value is missing"},
      {"an exponent without digits", "json", R"({"a":"x","c":5e})", "this is no number"},
      {"a number is no text", "json", R"({"a":5})", "column a is a number"},
      {"an object is no text", "json", R"({"a":{}})", "column a is an object or a list"},
      {"null where it may not be", "json", R"({"a":null})", "column a is null"},
      {"absent where it may not be", "json", R"({})", "column a is missing"},
      {"invalid UTF-8", "json", "{\"a\":\"\xC3\x28\"}", "column a is text that is not valid UTF-8"},
      {"a NUL", "json", R"({"a":"\u0000"})", "column a is text"},
      {"a control character", "json", "{\"a\":\"x\ny\"}", "a text holds a control character"},
      {"a control character that is nobody's", "json", "{\"c\":\"x\ny\",\"a\":\"x\"}", "a text holds a control character"},
      {"half a character", "json", R"({"a":"\ud83d"})", "half a character"},
      {"the other half", "json", R"({"a":"\ude00"})", "half a character"},
      {"two first halves", "json", R"({"a":"\ud83d\ud83d"})", "half a character"},
      {"an escape that there is not", "json", R"({"a":"\x41"})", "an escape that there is not"},
      {"a word cut short", "json", R"({"a":"x","b":nul})", "this is no value"},
      {"a blank line", "jsonl", "{\"a\":\"x\"}\n\n{\"a\":\"y\"}\n", "line 2: a record is no object"},
      {"a value over two lines", "jsonl", "{\"a\":\n\"x\"}\n", "line 1"},
      {"two values in a line", "jsonl", "{\"a\":\"x\"} {\"a\":\"y\"}\n", "line 1: text follows the value of this line"},
      {"the third line", "jsonl", "{\"a\":\"x\"}\n{\"a\":\"y\"}\n{\"a\":1}\n", "line 3: column a is a number"},
  };
  CaseCount count("files: JSON that is refused");
  for (const Bad& bad : cases) {
    INFO(bad.what);
    const Heard heard = Read(bad.bytes, bad.format);
    INFO(heard.reason << ": " << heard.cause);
    CHECK(count.Add(heard.reason == "invalid_input" && heard.cause.find(bad.cause) != std::string::npos));
    CHECK(heard.text.empty());
  }
}

}  // namespace
}  // namespace querygate::testing
