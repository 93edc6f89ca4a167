#include "engine/render/json_text.h"

#include <limits>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

TEST_CASE("strings are escaped so that JSON stays JSON and a terminal stays quiet") {
  struct Row {
    std::string text, expected;
  };
  const auto row = GENERATE(values<Row>({
      {"", R"("")"},
      {"plain", R"("plain")"},
      {R"(a"b\c)", R"("a\"b\\c")"},
      {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {std::string("\0", 1), R"("\u0000")"},
      {"\x1b[2J", R"("\u001b[2J")"},
      {"\x1f\x20", R"("\u001f ")"},
      {"\x7e\x7f", R"("~\u007f")"},
      {"\xC2\x9B", R"("\u009b")"},           // the one-character CSI
      {"\xC2\x9F", R"("\u009f")"},
      {"\xC2\xA0", "\"\xC2\xA0\""},          // the first character after the controls
      {"\xE2\x80\xA8", "\"\xE2\x80\xA8\""},  // line separator: allowed in JSON
      {"\xF0\x9F\x98\x80", "\"\xF0\x9F\x98\x80\""},
      {"a\xFF"
       "b",
       "\"a\xEF\xBF\xBD"
       "b\""},
      {"\xC0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},  // overlong
      {"\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},  // cut short
      {"/", R"("/")"},
  }));
  std::string out;
  AppendJsonString(out, row.text);
  CHECK(out == row.expected);
}

TEST_CASE("reals read back as the same double and as a real") {
  struct Row {
    double value;
    std::string expected;
  };
  const auto row = GENERATE(values<Row>({
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {5.0, "5.0"},
      {0.1, "0.1"},
      {-2.5, "-2.5"},
      {1e20, "1e+20"},
      {1.0 / 3.0, "0.3333333333333333"},
      {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
      {std::numeric_limits<double>::denorm_min(), "5e-324"},
      {9007199254740993.0, "9007199254740992.0"},
  }));
  CHECK(RealText(row.value) == row.expected);
  CHECK(std::strtod(RealText(row.value).c_str(), nullptr) == row.value);
}

TEST_CASE("a writer puts commas, colons and indentation") {
  const auto build = [](JsonWriter writer) {
    writer.BeginObject();
    writer.Key("a").Integer(-1);
    writer.Key("b").BeginArray().Null().Boolean(true).Real(0.5).EndArray();
    writer.Key("c").BeginObject().EndObject();
    writer.Key("d").BeginArray().EndArray();
    writer.Key("e").BeginArray().BeginObject().Key("x").String("y").EndObject().BeginObject().EndObject().EndArray();
    return std::move(writer.EndObject()).text();
  };
  CHECK(build(JsonWriter()) == R"({"a":-1,"b":[null,true,0.5],"c":{},"d":[],"e":[{"x":"y"},{}]})");
  CHECK(build(JsonWriter(JsonWriter::Style::kIndented)) == R"({
  "a": -1,
  "b": [
    null,
    true,
    0.5
  ],
  "c": {},
  "d": [],
  "e": [
    {
      "x": "y"
    },
    {}
  ]
})");
}

}  // namespace
}  // namespace querygate
