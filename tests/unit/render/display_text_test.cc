#include "engine/render/display_text.h"

#include <catch2/catch.hpp>

#include "engine/render/text_table.h"

namespace querygate {
namespace {

TEST_CASE("nothing that reaches a terminal can drive it") {
  struct Row {
    std::string text, expected;
  };
  const auto row = GENERATE(values<Row>({
      {"plain \\ text", "plain \\ text"},
      {"a\nb\r\tc", "a\\nb\\r\\tc"},
      {"\x1b[31mred", "\\x1b[31mred"},
      {std::string("\0", 1), "\\x00"},
      {"\x7f", "\\x7f"},
      {"\xC2\x9B"
       "2J",
       "\\u009b2J"},
      {"\xC2\xA0", "\xC2\xA0"},
      {"\xE2\x80\xAE"
       "evil",
       "\\u202eevil"},  // right-to-left override
      {"\xE2\x80\xA8", "\\u2028"},
      {"\xE2\x81\xA9", "\\u2069"},
      {"\xE2\x81\xAA", "\xE2\x81\xAA"},
      {"\xC3\xA9", "\xC3\xA9"},
      {"\xFF", "\\xff"},
      {"\xEF\xBF\xBD", "\xEF\xBF\xBD"},  // a genuine replacement character
  }));
  CHECK(Printable(row.text) == row.expected);
}

TEST_CASE("width is counted in terminal columns") {
  struct Row {
    std::string text;
    std::size_t width;
  };
  const auto row = GENERATE(values<Row>({
      {"", 0},
      {"abc", 3},
      {"\xC3\xA9", 1},
      {"e\xCC\x81", 1},                 // combining acute
      {"\xE6\x97\xA5\xE6\x9C\xAC", 4},  // two ideographs
      {"\xEF\xBC\xA1", 2},              // full-width A
      {"\xEF\xBD\xA1", 1},              // half-width full stop, just outside the wide block
      {"\xF0\x9F\x98\x80", 2},
  }));
  CHECK(DisplayWidth(row.text) == row.width);
}

TEST_CASE("columns are aligned by width, lines end without blanks") {
  const TextTable table{{{"name", false}, {"n", true}, {"", false}},
                        {{"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "7", "x"}, {"a", "12", ""}, {"", "", ""}}};
  CHECK(RenderTextTable(table) ==
        "name     n\n"
        "------  --  -\n"
        "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E   7  x\n"
        "a       12\n"
        "\n");
  CHECK(RenderTextTable({{{}, {}}, {{"a", "b"}, {"ccc", "d"}}}, 2) == "  a    b\n  ccc  d\n");
}

}  // namespace
}  // namespace querygate
