#include "engine/load/scalar_trace.h"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/yaml_document.h"

namespace querygate {
namespace {

// `a: SCALAR`, and what stands in the file at the position that the trace gives.
struct Traced {
  SourceText text;
  AnchoredText scalar;

  explicit Traced(const std::string& source) : text("t.yaml", source) {
    const YamlDocument document = ParseYaml(text);
    REQUIRE(document.diagnostics.empty());
    scalar = TraceScalar(text, document.root->members.back().value);
  }

  // The rest of the source line at the position of value byte `offset`.
  std::string SourceAt(std::size_t offset) const {
    const SourcePosition position = PositionOf(scalar, offset);
    std::string_view line = text.Line(position.line);
    for (int column = 1; column < position.column && !line.empty(); ++column) {
      do line.remove_prefix(1);
      while (!line.empty() && (static_cast<unsigned char>(line.front()) & 0xC0) == 0x80);
    }
    return std::string(line);
  }
};

struct Case {
  const char* name;
  const char* source;
  const char* value;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"plain", "a: SELECT x FROM t\n", "SELECT x FROM t"},
      {"plain with a comment", "a: SELECT x # no\n", "SELECT x"},
      {"plain over lines", "a: SELECT é,\n   y\n\n  FROM t\n", "SELECT é, y\nFROM t"},
      {"plain with blanks at a line's end", "a: SELECT x   \n  FROM t\n", "SELECT x FROM t"},
      {"single quoted", "a: 'SELECT ''é'' AS x, y'\n", "SELECT 'é' AS x, y"},
      {"single quoted over lines", "a: 'SELECT ''u'',\n  x\n\n   FROM t'\n", "SELECT 'u', x\nFROM t"},
      {"double quoted", "a: \"SELECT \\\"é\\\" \\u00e9 \\x41 x\\ty\"\n", "SELECT \"é\" é A x\ty"},
      {"double quoted, wide escape", "a: \"\\U0001F600 x\"\n", "\xF0\x9F\x98\x80 x"},
      {"double quoted over lines", "a: \"SELECT x,\\\n    y\n   FROM t\"\n", "SELECT x,y FROM t"},
      {"literal", "a: |\n  SELECT é,\n    y\n\n  FROM t\n", "SELECT é,\n  y\n\nFROM t\n"},
      {"literal, stripped", "a: |-\n    SELECT x\n    FROM t\n\n\n", "SELECT x\nFROM t"},
      {"literal, kept", "a: |+\n  SELECT x\n\n\n", "SELECT x\n\n\n"},
      {"literal with an indentation indicator", "a: |2\n    SELECT x\n   FROM t\n", "  SELECT x\n FROM t\n"},
      {"literal after blank lines", "a: |\n\n\n  SELECT x\n", "\n\nSELECT x\n"},
      {"literal with CRLF", "a: |\r\n  SELECT x\r\n  FROM t\r\n", "SELECT x\nFROM t\n"},
      {"folded", "a: >\n  SELECT é,\n  y FROM t\n  WHERE x = :p\n", "SELECT é, y FROM t WHERE x = :p\n"},
      {"folded with paragraphs", "a: >-\n  SELECT x\n\n  FROM t\n\n\n  WHERE y\n", "SELECT x\nFROM t\n\nWHERE y"},
      {"folded with deeper lines", "a: >\n  SELECT x,\n         y,\n         z\n  FROM t\n",
       "SELECT x,\n       y,\n       z\nFROM t\n"},
      {"folded with a comment in SQL", "a: >\n  SELECT x -- '\n  FROM t\n", "SELECT x -- ' FROM t\n"},
      {"folded, equal lines", "a: >\n  x\n  x\n\n  x\n", "x x\nx\n"},
      {"folded with a line that starts another", "a: >\n  ab\n  a\n  abc\n", "ab a abc\n"},
      {"folded after a comment on its header", "a: > # why\n  SELECT x\n  FROM t\n", "SELECT x FROM t\n"},
  };
  return cases;
}

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t'; }

TEST_CASE("each letter of a value is found in the file") {
  for (const Case& row : Cases()) {
    INFO(row.name);
    const Traced traced(row.source);
    REQUIRE(traced.scalar.value == row.value);
    REQUIRE_FALSE(traced.scalar.anchors.empty());
    const std::string& value = traced.scalar.value;
    for (std::size_t offset = 0; offset < value.size(); ++offset) {
      const bool starts_letter = (static_cast<unsigned char>(value[offset]) & 0xC0) != 0x80;
      if (IsSpace(value[offset]) || !starts_letter) continue;
      const std::string source = traced.SourceAt(offset);
      INFO("offset " << offset << ": " << source);
      REQUIRE_FALSE(source.empty());
      const bool escaped = source.front() == '\\' || (source.front() == '\'' && value[offset] == '\'');
      CHECK((escaped || source.front() == value[offset]));
    }
  }
}

TEST_CASE("positions in a folded block are those of the file") {
  const Traced traced("a: >\n  SELECT é, ü,\n         z\n  FROM t\n");
  const std::string& value = traced.scalar.value;
  CHECK(PositionOf(traced.scalar, value.find("ü")) == SourcePosition{2, 13, 1});
  CHECK(PositionOf(traced.scalar, value.find("z")) == SourcePosition{3, 10, 1});
  CHECK(PositionOf(traced.scalar, value.find("FROM"), 4) == SourcePosition{4, 3, 4});
  CHECK(PositionOf(traced.scalar, value.find("t\n")) == SourcePosition{4, 8, 1});
}

TEST_CASE("positions in a flow mapping behind wide letters") {
  const Traced traced("é: 1\nü: SELECT é, x\n");
  CHECK(PositionOf(traced.scalar, traced.scalar.value.find("x")) == SourcePosition{2, 14, 1});
}

TEST_CASE("a line of many escapes costs no more than its length") {
  std::string source = "a: \"";
  for (int i = 0; i < 60000; ++i) source += "\\x41";
  const Traced traced(source + "\"\n");
  CHECK(traced.scalar.value.size() == 60000);
  CHECK(PositionOf(traced.scalar, 59999) == SourcePosition{1, 5 + 4 * 59999, 1});
}

}  // namespace
}  // namespace querygate
