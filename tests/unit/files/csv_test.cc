// RFC 4180 and where it stops: what is no such text rejects the call, with file and line for the operator.
#include <catch2/catch.hpp>

#include <string>

#include "tests/cases.h"
#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

const std::string kTwo = "a: { type: text }, b: { type: text, nullable: true }";

Heard Read(const std::string& bytes, const std::string& format = "csv", const std::string& rest = {}) {
  FilesKit kit(TableOf(format, kTwo, rest));
  kit.Put("data", bytes);
  kit.Bind("t", {"data"});
  return kit.Call(kit.Select("t", {{"a", "type: text"}, {"b", "type: text, nullable: true"}}));
}

struct Good {
  const char* what;
  std::string bytes, rows;
};

TEST_CASE("text of RFC 4180 is read as it is meant", "[files]") {
  const Good cases[] = {
      {"plain", "a,b\n1,2\n", R"({"a":"1","b":"2"})" "\n"},
      {"without a last line feed", "a,b\n1,2", R"({"a":"1","b":"2"})" "\n"},
      {"CRLF", "a,b\r\n1,2\r\n", R"({"a":"1","b":"2"})" "\n"},
      {"a byte order mark", "\xEF\xBB\xBF" "a,b\n1,2\n", R"({"a":"1","b":"2"})" "\n"},
      {"fields in another order, and others", "x,b,a,y\n9,2,1,9\n", R"({"a":"1","b":"2"})" "\n"},
      {"quotes", "a,b\n\"1,\"\"x\"\"\",\"\"\n", R"({"a":"1,\"x\"","b":""})" "\n"},
      {"quoted names", "\"a\",\"b\"\n1,2\n", R"({"a":"1","b":"2"})" "\n"},
      {"line feeds in quotes", "a,b\n\"1\r\n2\",\"\n\"\n", R"({"a":"1\r\n2","b":"\n"})" "\n"},
      {"empty is null where it may be", "a,b\n1,\n", R"({"a":"1","b":null})" "\n"},
      {"empty is empty text where it may not", "a,b\n,2\n", R"({"a":"","b":"2"})" "\n"},
      {"blanks belong to the value", "a,b\n 1 , 2\n", R"({"a":" 1 ","b":" 2"})" "\n"},
      {"no rows", "a,b\n", ""},
      {"two rows", "a,b\n1,2\n3,4\n", R"({"a":"1","b":"2"})" "\n" R"({"a":"3","b":"4"})" "\n"},
      {"bytes of unlisted fields are nobody's", "a,b,x\n1,2,\xFF\n", R"({"a":"1","b":"2"})" "\n"},
  };
  CaseCount count("files: csv that is read");
  for (const Good& good : cases) {
    INFO(good.what);
    const Heard heard = Read(good.bytes);
    INFO(heard.cause);
    CHECK(count.Add(heard.reason == "ok" && heard.text == good.rows));
    if (heard.text != good.rows) CHECK(heard.text == good.rows);
  }
}

struct Bad {
  const char* what;
  std::string bytes, reason, cause;
};

TEST_CASE("what is no such text rejects the call and names the line", "[files]") {
  const Bad cases[] = {
      {"too few fields", "a,b\n1,2\n3\n", "invalid_input", "line 3: the record has 1 fields"},
      {"too many fields", "a,b\n1,2,3\n", "invalid_input", "line 2: the record has 3 fields"},
      {"a blank line", "a,b\n1,2\n\n", "invalid_input", "line 3: the record has 1 fields"},
      {"a quote inside a field", "a,b\n1\"2,3\n", "invalid_input", "line 2: a quote"},
      {"text behind a quote", "a,b\n\"1\"2,3\n", "invalid_input", "line 2: text follows"},
      {"a quote that does not end", "a,b\n1,2\n\"3,4\n5,6\n", "invalid_input", "line 3: a quoted field does not end"},
      {"a lone carriage return", "a,b\n1\r2,3\n", "invalid_input", "line 2: a carriage return"},
      {"a lone carriage return at the end", "a,b\n1,2\r", "invalid_input", "line 2: a carriage return"},
      {"no header", "", "invalid_input", "without a header"},
      {"a listed field that is missing", "a,c\n1,2\n", "schema_drift", "line 1: the header has no field for the column b"},
      {"a listed field twice", "a,b,a\n1,2,3\n", "invalid_input", "line 1: the header names the field of the column a twice"},
      {"names are exact", "A,b\n1,2\n", "schema_drift", "column a"},
      {"invalid UTF-8", "a,b\n1,2\n\xFF,2\n", "invalid_input", "line 3: column a is text that is not valid UTF-8"},
      {"a NUL", std::string("a,b\n1\0,2\n", 9), "invalid_input", "line 2: column a"},
      {"UTF-16", std::string("\xFF\xFE" "a\0,\0b\0\n\0", 10), "schema_drift", "line 1"},
      {"lines within quotes are counted", "a,b\n\"1\n2\n3\",2\n4\n", "invalid_input", "line 5: the record has 1"},
  };
  CaseCount count("files: csv that is refused");
  for (const Bad& bad : cases) {
    INFO(bad.what);
    const Heard heard = Read(bad.bytes);
    INFO(heard.reason << ": " << heard.cause);
    CHECK(count.Add(heard.reason == bad.reason && heard.cause.find(bad.cause) != std::string::npos));
    CHECK(heard.text.empty());
  }
}

TEST_CASE("tabs separate in tsv, and commas are text there", "[files]") {
  const Heard heard = Read("a\tb\n1,2\t\"x\ty\"\n", "tsv");
  CHECK(heard.text == R"({"a":"1,2","b":"x\ty"})" "\n");
}

TEST_CASE("without a header columns are fields in their order, or have positions", "[files]") {
  const auto ask = [](const std::string& columns, const std::string& bytes) {
    FilesKit kit("tables:\n  t:\n    format: csv\n    header: false\n    columns: { " + columns + " }\n");
    kit.Put("data", bytes);
    kit.Bind("t", {"data"});
    return kit.Call(kit.Select("t", {{"a", "type: text"}, {"b", "type: text"}}));
  };
  const std::string ordered = "a: { type: text }, b: { type: text }";
  CHECK(ask(ordered, "1,2\n3,4\n").text == R"({"a":"1","b":"2"})" "\n" R"({"a":"3","b":"4"})" "\n");
  CHECK(ask(ordered, "").reason == "ok");
  CHECK(ask(ordered, "1,2,3\n").reason == "invalid_input");
  CHECK(ask(ordered, "1\n").reason == "invalid_input");
  const std::string placed = "a: { type: text, position: 3 }, b: { type: text, position: 1 }";
  CHECK(ask(placed, "1,2,3,4\n5,6,7,8\n").text == R"({"a":"3","b":"1"})" "\n" R"({"a":"7","b":"5"})" "\n");
  CHECK(ask(placed, "1,2,3,4\n5,6,7\n").reason == "invalid_input");
  CHECK(ask(placed, "1,2\n").reason == "invalid_input");
}

}  // namespace
}  // namespace querygate::testing
