#include "engine/base/utf8.h"

#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

TEST_CASE("well-formed UTF-8 is accepted and counted by code point", "[utf8]") {
  struct Row {
    std::string text;
    std::size_t count;
  };
  const auto row = GENERATE(values<Row>({{"", 0},
                                         {"plain ascii text", 16},
                                         {std::string("a\0b", 3), 3},
                                         {"\x7F", 1},
                                         {"\xC2\x80", 1},
                                         {"\xDF\xBF", 1},
                                         {"\xE0\xA0\x80", 1},
                                         {"\xED\x9F\xBF", 1},
                                         {"\xEE\x80\x80", 1},
                                         {"\xEF\xBF\xBF", 1},
                                         {"\xF0\x90\x80\x80", 1},
                                         {"\xF4\x8F\xBF\xBF", 1},
                                         {"e\xCC\x81", 2},  // e and a combining acute
                                         {"12345678\xF0\x9F\x98\x80", 9}}));
  CAPTURE(row.text);
  CHECK(IsValidUtf8(row.text));
  CHECK(CountCodePoints(row.text) == row.count);
}

TEST_CASE("ill-formed UTF-8 is refused wherever it stands", "[utf8]") {
  const std::string bytes =
      GENERATE(as<std::string>(), "\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xE0\x9F\xBF", "\xE2\x82",
               "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x9F\x98", "\xF4\x90\x80\x80",
               "\xF5\x80\x80\x80", "\xFE", "\xFF", "\xC2\x41", "\xE2\x28\xA1");
  CHECK_FALSE(IsValidUtf8(bytes));
  CHECK_FALSE(IsValidUtf8("12345678" + bytes));
  CHECK_FALSE(IsValidUtf8("1234567" + bytes + "12345678"));
  CHECK(CodePointAt(bytes, 0).value == 0xFFFD);
  CHECK(CodePointAt(bytes, 0).bytes == 1);
}

TEST_CASE("code points are read one at a time", "[utf8]") {
  const std::string text = "a\xC3\xA9\xF0\x9F\x98\x80";
  CHECK(CodePointAt(text, 0).value == U'a');
  CHECK(CodePointAt(text, 1).value == 0xE9);
  CHECK(CodePointAt(text, 1).bytes == 2);
  CHECK(CodePointAt(text, 3).value == 0x1F600);
  CHECK(CodePointAt(text, 3).bytes == 4);
}
