#include "engine/load/comments.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/yaml_document.h"
#include "tests/project_root.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::MakeText;

// "line:column first-last TEXT" of each.
std::vector<std::string> Found(const std::string& text) {
  std::vector<std::string> out;
  for (const Comment& comment : FindComments(*MakeText(text))) {
    out.push_back(std::to_string(comment.position.line) + ":" + std::to_string(comment.position.column) + " " +
                  std::to_string(comment.first_line) + "-" + std::to_string(comment.last_line) + " " + comment.text);
  }
  return out;
}

struct Case {
  std::string text;
  std::vector<std::string> expected;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"a: 1\n", {}},
      {"a: 1 # x\n", {"1:6 0-1 # x"}},
      {"a: 1\nb: 2 # x\n", {"2:6 2-2 # x"}},
      {"a: 1\n# x\nb: 2\n", {"2:1 3-3 # x"}},
      {"a: 1\n# x\n\n# y\nb: 2\n", {"2:1 5-5 # x", "4:1 5-5 # y"}},
      {"# x\n\na: 1\n", {"1:1 0-3 # x"}},
      {"a: 1\n# x\n", {"2:1 1-0 # x"}},
      {"a: 1\n# x", {"2:1 1-0 # x"}},
      {"a: 1 # x\r\nb: 2 # y\r\n", {"1:6 0-1 # x", "2:6 2-2 # y"}},
      {"é: ü # ö\nb: 1\n", {"1:6 0-1 # ö"}},
      {"a:\t1\t#x\nb: 1\n", {"1:6 0-1 #x"}},
      {"a: 1 ## x # y\nb: 1\n", {"1:6 0-1 ## x # y"}},
      // Inside scalars of one line.
      {"a: x#y\n", {}},
      {"a: 'x # y'\n", {}},
      {"a: \"x # y\"\n", {}},
      {"a: 'it''s # x' # y\nb: 1\n", {"1:16 0-1 # y"}},
      {"a: \"\\\" # x\" # y\nb: 1\n", {"1:13 0-1 # y"}},
      {"a: \"\\\\\" # y\nb: 1\n", {"1:9 0-1 # y"}},
      {"'a # b': 1 # y\nb: 1\n", {"1:12 0-1 # y"}},
      {"{ 'a': [x, \"# y\"] } # z\n", {"1:21 0-1 # z"}},
      {"a: [x, # one\n  y] # two\n", {"1:8 0-1 # one", "2:6 2-2 # two"}},
      // Scalars of several lines: a comment on one of their lines covers them all.
      {"a: 'x # no\n  # no\n  y' # yes\nb: 1\n", {"3:6 0-3 # yes"}},
      {"k: 1\na: \"x # no\n\n  # no\" # yes\nb: 1\n", {"4:9 2-4 # yes"}},
      {"k: 1\na: x\n  y\n  z # yes\nb: 1\n", {"4:5 2-4 # yes"}},
      {"k: 1\n# yes\na: x\n  y\nb: 1\n", {"2:1 3-4 # yes"}},
      {"k: 1\na: |\n  # no\n  x # no\nb: 1\n", {}},
      {"k: 1\na: | # yes\n  # no\n  x # no\nb: 1 # b\n", {"2:6 2-4 # yes", "5:6 5-5 # b"}},
      {"k: 1\na: >- # yes\n  x\n\n  # no\n\n# after\nb: 1\n", {"2:7 2-5 # yes", "7:1 8-8 # after"}},
      {"k: 1\n# yes\na: >+\n  x\n\n\nb: 1\n", {"2:1 3-4 # yes"}},
      {"k: 1\na: |2- # yes\n    # no\n  x\n # after\nb: 1\n", {"2:8 2-4 # yes", "5:2 6-6 # after"}},
      {"k:\n  a: |\n    x\n  # after\n  b: 1\n", {"4:3 5-5 # after"}},
      {"k:\n  a: |\n      deeper\n      # no\n    # after\n  b: 1\n", {"5:5 6-6 # after"}},
      {"k:\n  - |\n    # no\n  - > # yes\n    # no\n", {"4:7 4-5 # yes"}},
      {"a: |\n# x\nb: 1\n", {"2:1 3-3 # x"}},
      {"a: |\n\n\n# x\nb: 1\n", {"4:1 5-5 # x"}},
      {"a: | # x\n\n\nb: 1\n", {"1:6 0-1 # x"}},
      {"a: # x\n  b: 1 # y\n", {"1:4 0-1 # x", "2:8 2-2 # y"}},
      {"a: # x\n  'q # no\n   r'\n", {"1:4 0-1 # x"}},
      {"a:\n  # x\n  b: 1\n", {"2:3 3-3 # x"}},
      {"--- # x\na: 1\n", {"1:5 0-1 # x"}},
      // What is refused as a whole has none.
      {"a: &x 1 # x\n", {}},
      {"a: 1\na: '# x' # y\n", {}},
      {"a: 'x # y\n", {}},
      {"# x\n", {}},
      {"", {}},
  };
  return cases;
}

// The tree as text; positions left out.
std::string Tree(const YamlNode& node) {
  std::string out = std::to_string(static_cast<int>(node.kind)) + "<" + node.text + ">";
  for (const YamlNode& item : node.items) out += "[" + Tree(item) + "]";
  for (const YamlMember& member : node.members) out += "{" + Tree(member.key) + "=" + Tree(member.value) + "}";
  return out;
}

// Empty where the text is refused.
std::string TreeOf(const std::string& text) {
  const YamlDocument document = ParseYaml(*MakeText(text));
  return document.root && document.diagnostics.empty() ? Tree(*document.root) : "";
}

std::string WithOtherWords(std::string text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  return text.replace(at, end - at, "#~other words~");
}

// The parser itself is asked: what was found can have other words without changing the tree, and no other `#` can.
std::size_t CompareWithParser(const std::string& text) {
  const std::string tree = TreeOf(text);
  const auto source = MakeText(text);
  std::set<std::pair<int, int>> found;
  for (const Comment& comment : FindComments(*source)) {
    found.emplace(comment.position.line, comment.position.column);
  }
  std::size_t compared = 0;
  bool in_comment = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') in_comment = false;
    if (text[at] != '#' || in_comment) continue;
    const SourcePosition position = source->PositionAt(at);
    in_comment = found.count({position.line, position.column}) != 0;
    CAPTURE(text, position.line, position.column);
    CHECK((TreeOf(WithOtherWords(text, at)) == tree) == in_comment);
    ++compared;
  }
  return compared;
}

TEST_CASE("comments are found where they stand and cover what they speak of", "[comments]") {
  for (const Case& row : Cases()) {
    CAPTURE(row.text);
    CHECK(Found(row.text) == row.expected);
  }
}

TEST_CASE("the parser agrees about every #", "[comments]") {
  std::size_t compared = 0;
  for (const Case& row : Cases()) {
    if (!TreeOf(row.text).empty()) compared += CompareWithParser(row.text);
  }
  CHECK(compared > 50);
}

TEST_CASE(
    "the parser agrees about every # of the shipped declarations, and about one put at every third of their line ends",
    "[comments]") {
  std::size_t files = 0;
  std::size_t compared = 0;
  for (const char* folder : {"reports", "policies"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::ProjectRoot() / folder)) {
      if (entry.path().extension() != ".yaml") continue;
      std::ifstream stream(entry.path());
      std::ostringstream buffer;
      buffer << stream.rdbuf();
      const std::string text = buffer.str();
      const std::string tree = TreeOf(text);
      ++files;
      compared += CompareWithParser(text);
      std::size_t number = files;  // so that files differ in which lines are taken
      for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
        if (++number % 3 != 0) continue;
        const std::string marked = text.substr(0, at) + " # qg:mark" + text.substr(at);
        const auto source = MakeText(marked);
        const auto comments = FindComments(*source);
        const int line = source->PositionAt(at).line;
        const bool is_comment = std::any_of(comments.begin(), comments.end(), [&](const Comment& comment) {
          return comment.position.line == line && comment.text.ends_with("# qg:mark");
        });
        CAPTURE(entry.path().string(), line);
        CHECK((TreeOf(marked) == tree) == is_comment);
        ++compared;
      }
    }
  }
  CHECK(files > 10);
  CHECK(compared > 200);
}

TEST_CASE("many comments cost time in proportion", "[comments]") {
  std::string text = "a: |\n  x\n";
  for (int index = 0; index < 60000; ++index) text += "#\n";
  text += "b: 1\n";
  const auto comments = FindComments(*MakeText(text));
  REQUIRE(comments.size() == 60000);
  CHECK(comments.front().first_line == 60003);
}

}  // namespace
}  // namespace querygate
