#include "engine/base/source_text.h"

#include <catch2/catch.hpp>

using namespace querygate;

TEST_CASE("lines end at a line feed, and a carriage return before it is not shown", "[source_text]") {
  const SourceText text("a.yaml", "one\r\ntwo\n\nlast");
  CHECK(text.Line(1) == "one");
  CHECK(text.Line(2) == "two");
  CHECK(text.Line(3).empty());
  CHECK(text.Line(4) == "last");
  CHECK(text.Line(5).empty());
  CHECK(text.Line(0).empty());
  CHECK(text.Line(-1).empty());
}

TEST_CASE("positions count code points from one", "[source_text]") {
  struct Row {
    std::size_t offset;
    int line, column;
  };
  // a, é (2 bytes), 東 (3), 😀 (4), newline at 10; b at 11.
  const SourceText text("a.yaml", "a\xC3\xA9\xE6\x9D\xB1\xF0\x9F\x98\x80\nb");
  const auto row = GENERATE(values<Row>({{0, 1, 1},
                                         {1, 1, 2},
                                         {2, 1, 2},  // inside é
                                         {3, 1, 3},
                                         {6, 1, 4},
                                         {9, 1, 4},  // the last byte of 😀
                                         {10, 1, 5},
                                         {11, 2, 1},
                                         {12, 2, 2},
                                         {99, 2, 2}}));
  CAPTURE(row.offset);
  const SourcePosition position = text.PositionAt(row.offset);
  CHECK(position.line == row.line);
  CHECK(position.column == row.column);
}

TEST_CASE("an empty file has a first line", "[source_text]") {
  const SourceText text("empty.yaml", "");
  CHECK(text.PositionAt(0) == SourcePosition{1, 1, 1});
  CHECK(text.PositionAt(5) == SourcePosition{1, 1, 1});
  CHECK(text.Line(1).empty());
  CHECK(SourceText("newline.yaml", "\n").PositionAt(1) == SourcePosition{2, 1, 1});
}

TEST_CASE("bytes of a scalar are traced back through its anchors", "[source_text]") {
  AnchoredText text;
  text.value = "SELECT \xC3\xA9, b\nFROM t";
  text.position = {3, 10, 1};
  CHECK(PositionOf(text, 5) == SourcePosition{3, 10, 1});  // no anchors: the scalar as a whole

  text.anchors = {{0, 4, 7}, {13, 5, 9}};
  CHECK(PositionOf(text, 0, 6) == SourcePosition{4, 7, 6});
  CHECK(PositionOf(text, 7) == SourcePosition{4, 14, 1});
  CHECK(PositionOf(text, 9) == SourcePosition{4, 15, 1});  // é is one column
  CHECK(PositionOf(text, 12) == SourcePosition{4, 18, 1});
  CHECK(PositionOf(text, 13) == SourcePosition{5, 9, 1});
  CHECK(PositionOf(text, 18, 1) == SourcePosition{5, 14, 1});
  CHECK(PositionOf(text, 500) == SourcePosition{5, 15, 1});

  text.anchors = {{3, 4, 7}};
  CHECK(PositionOf(text, 2) == text.position);
}
