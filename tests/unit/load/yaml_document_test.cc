#include "engine/load/yaml_document.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::Summaries;
using Expected = std::vector<std::string>;

struct Case {
  const char* name;
  std::string text;
  Expected expected;
};

std::string Repeat(const std::string& piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

std::string NestedLists(int depth) {
  return Repeat("[", static_cast<std::size_t>(depth)) + Repeat("]", static_cast<std::size_t>(depth));
}

const std::vector<Case>& HostileTexts() {
  using namespace std::string_literals;
  static const std::vector<Case> cases = {
      {"nothing", "", {"yaml-syntax 1:1"}},
      {"only comments", "# one\n# two\n", {"yaml-syntax 1:1"}},
      {"NUL", "a: 1\nb: \0x\n"s, {"invalid-encoding 2:4"}},
      {"NUL behind a character of two bytes", "é: \0\n"s, {"invalid-encoding 1:4"}},
      {"end of transmission, which the library once took for the end", "a: 1\n\x04\nb: 2\n", {"invalid-encoding 2:1"}},
      {"escape character", "a: \x1B[31m\n", {"invalid-encoding 1:4"}},
      {"delete", "a: x\x7F\n", {"invalid-encoding 1:5"}},
      {"C1 control", "a: x\xC2\x85y\n", {"invalid-encoding 1:5"}},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a: 1\n",
       {"invalid-encoding 1:1"}},
      {"byte order mark inside", "a: 1\nb: \xEF\xBB\xBFx\n", {"invalid-encoding 2:4"}},
      {"UTF-16, little end first",
       "\xFF\xFE"
       "a\0:\0"s,
       {"invalid-encoding 1:1"}},
      {"UTF-16, big end first", "\xFE\xFF\0a"s, {"invalid-encoding 1:1"}},
      {"truncated UTF-8", "a: 1\nb: \xC3", {"invalid-encoding 2:4"}},
      {"lone continuation", "a: \x80\n", {"invalid-encoding 1:4"}},
      {"overlong slash", "a: \xC0\xAF\n", {"invalid-encoding 1:4"}},
      {"encoded surrogate", "a: \xED\xA0\x80\n", {"invalid-encoding 1:4"}},
      {"beyond Unicode", "a: \xF4\x90\x80\x80\n", {"invalid-encoding 1:4"}},
      {"bidirectional override", "a: x\xE2\x80\xAEy\n", {"invalid-encoding 1:5"}},
      {"bidirectional isolate in a comment", "a: 1 # \xE2\x81\xA6\n", {"invalid-encoding 1:8"}},
      {"carriage return alone", "a: 1\rb: 2\n", {"invalid-encoding 1:5"}},
      {"NUL by escape", "a: \"x\\0\"\n", {"invalid-encoding 1:4"}},
      {"bidirectional override by escape", "a: \"\\u202E\"\n", {"invalid-encoding 1:4"}},
      {"control by escape in a key", "\"\\x07\": 1\n", {"invalid-encoding 1:1"}},
      {"surrogate by escape", "a: \"\\ud800\"\n", {"yaml-syntax 1:11"}},
      {"directive", "%YAML 1.1\n---\na: 1\n", {"yaml-syntax 1:1"}},
      {"directive that would hide a line", "a: 1\n% b: 2\n", {"yaml-syntax 2:1"}},
      {"directive after blank lines and comments", "\n  \n# c\n%TAG ! x\n---\na: 1\n", {"yaml-syntax 4:1"}},
      {"second document", "a: 1\n---\nb: 2\n", {"several-documents 2:1"}},
      {"empty second document", "a: 1\n---\n", {"several-documents 2:1"}},
      {"second document after an end mark", "a: 1\n...\nb: 2\n", {"several-documents 3:1"}},
      {"stray comma, an endless source of documents", ", x\na: 1\n", {"several-documents 1:1"}},
      {"third document is said once", "a: 1\n---\nb: 2\n---\nc: 3\n", {"several-documents 2:1"}},
      {"anchor", "a: &x 1\n", {"alias-or-anchor 1:4"}},
      {"anchor and alias", "a: &x [1]\nb: *x\n", {"alias-or-anchor 1:4", "alias-or-anchor 2:4"}},
      {"alias of nothing", "a: *x\n", {"yaml-syntax 1:4"}},
      {"laughing documents",
       "a: &a [x]\nb: [*a, *a]\n",
       {"alias-or-anchor 1:4", "alias-or-anchor 2:5", "alias-or-anchor 2:9"}},
      {"alias to itself", "a: &a [*a]\n", {"alias-or-anchor 1:4", "alias-or-anchor 1:8"}},
      {"anchor on a key", "&k a: 1\n", {"alias-or-anchor 1:1"}},
      {"merge key", "a: 1\n<<: { b: 2 }\n", {"merge-key 2:1"}},
      {"merge key with an alias",
       "a: &a { x: 1 }\nb:\n  <<: *a\n",
       {"alias-or-anchor 1:4", "merge-key 3:3", "alias-or-anchor 3:7"}},
      {"tag", "a: !!str 5\n", {"yaml-tag 1:4"}},
      {"non-specific tag", "a: ! 5\n", {"yaml-tag 1:4"}},
      {"own tag on a list", "a: !foo [1]\n", {"yaml-tag 1:4"}},
      {"verbatim tag on a mapping", "a: !<tag:x,1:y> {}\n", {"yaml-tag 1:4"}},
      {"tag on nothing", "a: !!null\n", {"yaml-tag 1:4"}},
      {"tag on a key", "!!str a: 1\n", {"yaml-tag 1:1"}},
      {"duplicate key", "a: 1\nb: 2\na: 3\n", {"duplicate-key 3:1"}},
      {"duplicate key, quoted once", "a: 1\n\"a\": 2\n", {"duplicate-key 2:1"}},
      {"duplicate key by escape", "a: 1\n\"\\x61\": 2\n", {"duplicate-key 2:1"}},
      {"duplicate key in a flow mapping, behind wide letters", "ü: { ß: 1, ß: 2 }\n", {"duplicate-key 1:12"}},
      {"three times", "a: 1\na: 2\na: 3\n", {"duplicate-key 2:1", "duplicate-key 3:1"}},
      {"list as key", "? [a]\n: 1\n", {"wrong-type 1:3"}},
      {"mapping as key", "{ { a: 1 }: 2 }\n", {"wrong-type 1:3"}},
      {"null as key", "null: 1\n", {"wrong-type 1:1"}},
      {"nothing as key", ": 1\n", {"wrong-type 1:1"}},
      {"20,000 brackets", std::string(20000, '['), {"document-depth 1:17"}},
      {"20,000 braces", std::string(20000, '{'), {"document-depth 1:32"}},
      {"block lists in one line", Repeat("- ", 5000), {"document-depth 1:65"}},
      {"complex keys in one line", Repeat("? ", 5000), {"document-depth 1:65"}},
      {"33 levels", NestedLists(33), {"document-depth 1:33"}},
      {"two too deep branches are said once",
       "[" + NestedLists(33) + ", " + NestedLists(40) + "]",
       {"document-depth 1:33"}},
      {"unclosed list", "a: [1,\nb: 2\n", {"yaml-syntax 3:1"}},
      {"unclosed quote", "a: \"x\n", {"yaml-syntax 1:4"}},
      {"unclosed quote at the very end", "a: \"x", {"yaml-syntax 1:6"}},
      {"unclosed single quote that takes the rest of the file", "a: 'x\nb: it''s\n", {"yaml-syntax 1:4"}},
      {"closing quote that is escaped", "a: \"x\\\"\n", {"yaml-syntax 1:4"}},
      {"value in a value", "a: b: c\n", {"yaml-syntax 1:5"}},
      {"tab as indentation", "a:\n\tb: 1\n", {"yaml-syntax 2:3"}},
      {"reserved character", "a: @x\n", {"yaml-syntax 1:4"}},
      {"text behind a quoted one", "a: \"x\" y\n", {"yaml-syntax 1:8"}},
      {"closing bracket too many", "a: 1\n]\n", {"yaml-syntax 2:1"}},
      {"list and mapping at one level", "- a\nb: 1\n", {"several-documents 2:1"}},
      {"unknown escape", "a: \"\\q\"\n", {"yaml-syntax 1:7"}},
      {"too large", std::string(256 * 1024 + 1, '#'), {"document-size 0:0"}},
  };
  return cases;
}

TEST_CASE("hostile texts are refused where the fault is") {
  testing::CaseCount count("hostile declarations: YAML texts");
  for (const Case& row : HostileTexts()) {
    INFO(row.name);
    const SourceText text("hostile.yaml", row.text);
    YamlDocument document = ParseYaml(text);
    SortDiagnostics(document.diagnostics);
    CHECK(Summaries(document.diagnostics) == row.expected);
    count.Add(Summaries(document.diagnostics) == row.expected);
  }
}

TEST_CASE("texts at the bounds are accepted") {
  const std::vector<std::string> texts = {
      NestedLists(32),
      "a: " + std::string(256 * 1024 - 4, 'x') + "\n",
      "a: 1\r\nb: 2\r\n",
      "a: tab\there\n",
      "---\na: 1\n...\n",
      "a: \"\\ud7ff\\ue000\"\n",
      "a: é\xF0\x9F\x98\x80\n",
      "a: {b: [1, {c: }]}\n",
      "\"<<\": 1\n",
  };
  for (const std::string& text : texts) {
    INFO(text.substr(0, 60));
    const YamlDocument document = ParseYaml(SourceText("good.yaml", text));
    CHECK(document.root.has_value());
    CHECK(Summaries(document.diagnostics).empty());
  }
}

TEST_CASE("nodes carry their style and their position in code points") {
  const SourceText text("t.yaml", "é: { ü: 'x', b: \"y\" }\nc:\n  - |\n    z\n  - >-\n    f\n  - ~\n");
  const YamlDocument document = ParseYaml(text);
  REQUIRE(document.root.has_value());
  REQUIRE(document.root->kind == NodeKind::kMapping);
  REQUIRE(document.root->members.size() == 2);
  const YamlMember& first = document.root->members[0];
  CHECK(first.key.text == "é");
  CHECK(first.key.position == SourcePosition{1, 1, 1});
  CHECK(first.value.position == SourcePosition{1, 4, 1});
  CHECK(first.value.members[0].key.position == SourcePosition{1, 6, 1});
  CHECK(first.value.members[0].value.style == ScalarStyle::kSingleQuoted);
  CHECK(first.value.members[0].value.position == SourcePosition{1, 9, 3});
  CHECK(first.value.members[1].value.style == ScalarStyle::kDoubleQuoted);
  const YamlNode& list = document.root->members[1].value;
  REQUIRE(list.items.size() == 3);
  CHECK(list.items[0].style == ScalarStyle::kLiteral);
  CHECK(list.items[0].text == "z\n");
  CHECK(list.items[1].style == ScalarStyle::kFolded);
  CHECK(list.items[2].kind == NodeKind::kNull);
  CHECK(list.items[2].position == SourcePosition{7, 5, 1});
}

TEST_CASE("what was refused leaves a hole, not another mistake") {
  const YamlDocument document = ParseYaml(SourceText("t.yaml", "a: &x 1\nb: *x\nb: 2\n<<: 3\nc: 4\n"));
  REQUIRE(document.root.has_value());
  const auto& members = document.root->members;
  REQUIRE(members.size() == 3);
  CHECK(members[0].value.kind == NodeKind::kScalar);
  CHECK(members[1].key.text == "b");
  CHECK(members[1].value.kind == NodeKind::kRefused);
  CHECK(members[2].key.text == "c");
}

TEST_CASE("findings are bounded however many mistakes a file holds") {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "a: 1\n";
  const YamlDocument document = ParseYaml(SourceText("t.yaml", text));
  REQUIRE(document.diagnostics.size() == 101);
  CHECK(document.diagnostics.back().severity == Severity::kNote);
  CHECK(document.diagnostics[99].severity == Severity::kError);
}

}  // namespace
}  // namespace querygate
