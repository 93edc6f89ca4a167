#include "engine/review/format/format.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/yaml_document.h"
#include "engine/review/format/unified_diff.h"
#include "tests/fuzz/random.h"
#include "tests/project_root.h"

namespace querygate::review {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = testing::ProjectRoot();

std::string Format(const std::string& text) {
  const auto formatted = FormatDocument(SourceText("file.yaml", text));
  if (!formatted) {
    UNSCOPED_INFO(text);
    UNSCOPED_INFO(formatted.error().internal);
    for (const Diagnostic& diagnostic : formatted.error().diagnostics) UNSCOPED_INFO(FormatDiagnostic(diagnostic));
  }
  REQUIRE(formatted.has_value());
  return *formatted;
}

struct Row {
  const char* what;
  std::string before, after;
};

TEST_CASE("one layout") {
  const std::vector<Row> rows = {
      {"spaces around a colon", "a  :   1\nb:\t2\n", "a: 1\nb: 2\n"},
      {"indentation", "a:\n     b:\n           c: 1\n", "a:\n  b:\n    c: 1\n"},
      {"lists", "a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"},
      {"lists of mappings", "a:\n-   b: 1\n    c: 2\n-\n    b: 3\n", "a:\n  - b: 1\n    c: 2\n  - b: 3\n"},
      {"lists of lists", "a:\n- - 1\n  - 2\n-   - 3\n", "a:\n  - - 1\n    - 2\n  - - 3\n"},
      {"an empty item", "a:\n-\n- 1\n", "a:\n  -\n  - 1\n"},
      {"brackets", "a: {b: 1,c:   [1,2 ,3]  }\nd: { }\ne: [ ]\n", "a: { b: 1, c: [1, 2, 3] }\nd: {}\ne: []\n"},
      {"a comma too much", "a: [1, 2, ]\n", "a: [1, 2]\n"},
      {"brackets over lines", "a: { b: 1,\n  c: 2 }\nd: [\n 1,\n    2\n ]\n",
       "a: { b: 1,\n    c: 2 }\nd: [\n    1,\n    2\n  ]\n"},
      {"blanks at the end", "a: 1   \nb: 2\t\n", "a: 1\nb: 2\n"},
      {"the last line end", "a: 1", "a: 1\n"},
      {"no empty lines around it", "\n\na: 1\n\n\n", "a: 1\n"},
      {"one empty line is enough", "a: 1\n\n\n\nb: 2\n", "a: 1\n\nb: 2\n"},
      {"line ends", "a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"},
      {"a document's marks", "---\na: 1\n...\n", "a: 1\n"},
      {"quotes", "a: \"x\"\nb: \"it's\"\nc: \"tab\\t\"\nd: 'y'\n", "a: 'x'\nb: \"it's\"\nc: \"tab\\t\"\nd: 'y'\n"},
      {"nothing at all", "a:\nb: ~\nc: null\n", "a:\nb: ~\nc: null\n"},
      {"sections", "a:\n  b: 1\nc:\n  d: 1\ne: 1\nf:\n  - 1\n", "a:\n  b: 1\n\nc:\n  d: 1\ne: 1\nf:\n  - 1\n"},
      {"sections with comments", "a:\n  b: 1\n# about c\nc:\n  d: 1\n", "a:\n  b: 1\n\n# about c\nc:\n  d: 1\n"},
      {"folded text", "a: >\n      one\n      two\n\n      three\nb: 1\n", "a: >\n  one\n  two\n\n  three\nb: 1\n"},
      {"literal text keeps its shape", "a:\n    b: |\n            SELECT\n              x\n\n            FROM t\n",
       "a:\n  b: |\n    SELECT\n      x\n\n    FROM t\n"},
      {"text that keeps its line ends", "a: |+\n    x\n\n\nb: 1\n", "a: |+\n  x\n\n\nb: 1\n"},
      {"text without a line end", "a: |-\n    x\n\nb: 1\n", "a: |-\n  x\n\nb: 1\n"},
      {"text with its own indentation", "a: |4\n      x\n    y\n", "a: |2\n    x\n  y\n"},
      {"plain text over lines", "a: one\n     two\n\n     three\nb: 1\n", "a: one\n  two\n\n  three\nb: 1\n"},
      {"plain text below its key", "a:\n      one\n      two\n", "a:\n  one\n  two\n"},
      {"quoted text over lines", "a: 'one\n       two'\n", "a: 'one\n  two'\n"},
  };
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.what) {
      CHECK(Format(row.before) == row.after);
      CHECK(Format(row.after) == row.after);
    }
  }
}

TEST_CASE("comments stay where they belong") {
  const std::vector<Row> rows = {
      {"at the end of a line", "a: 1 # one\nb: 2      # aligned\n", "a: 1  # one\nb: 2      # aligned\n"},
      {"on lines of their own", "# top\n\n#   next\na:\n      # inside\n      b: 1\n",
       "# top\n\n#   next\na:\n  # inside\n  b: 1\n"},
      {"of a collection that just ended", "a:\n    b: 1\n    # still a\n# of c\nc: 1\n",
       "a:\n  b: 1\n  # still a\n# of c\nc: 1\n"},
      {"behind a key", "a: # why\n   b: 1\n", "a:  # why\n  b: 1\n"},
      {"between a key and its value", "a: # why\n   1\n", "a:  # why\n  1\n"},
      {"behind a dash", "a:\n- # why\n  b: 1\n", "a:\n  -  # why\n    b: 1\n"},
      {"in brackets", "a: { b: 1, # one\n  c: 2 # two\n }\n", "a: { b: 1,  # one\n    c: 2  # two\n  }\n"},
      {"on its own line in brackets", "a: [\n  # first\n  1,\n  2\n]\n", "a: [\n    # first\n    1,\n    2\n  ]\n"},
      {"behind the indicator of a text", "a: >   # folded\n   x\n", "a: >  # folded\n  x\n"},
      {"at the very end", "a:\n    b: 1\n    # inside\n# outside\n", "a:\n  b: 1\n  # inside\n# outside\n"},
      {"that are not spaced", "#x\na: 1  #y\n", "#x\na: 1  #y\n"},
      {"no comments at all", "a: 'x # y'\nb: x#y\nc: |\n  # z\n", "a: 'x # y'\nb: x#y\nc: |\n  # z\n"},
  };
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.what) {
      CHECK(Format(row.before) == row.after);
      CHECK(Format(row.after) == row.after);
    }
  }
}

TEST_CASE("what is no document of ours is told and not touched") {
  for (const char* text : {"a: &x 1\nb: *x\n", "a: 1\n---\nb: 2\n", "a: [1\n", "a: 1\na: 2\n", "", "\tb: 1\n",
                           "hello\n", "~\n", "# only this\n"}) {
    INFO(text);
    const auto formatted = FormatDocument(SourceText("file.yaml", text));
    REQUIRE_FALSE(formatted.has_value());
    CHECK(HasErrors(formatted.error().diagnostics));
    CHECK(formatted.error().internal.empty());
  }
}

std::vector<fs::path> YamlFiles(const std::vector<const char*>& folders) {
  std::vector<fs::path> files;
  for (const char* folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool Parses(const std::string& text) {
  const YamlDocument document = ParseYaml(SourceText("file.yaml", text));
  return document.root.has_value() && document.root->kind == NodeKind::kMapping && !HasErrors(document.diagnostics);
}

TEST_CASE("the shipped declarations are formatted") {
  std::vector<fs::path> files = YamlFiles({"reports", "policies", "tools/querygate/demo"});
  files.push_back(kRoot / "querygate.yaml");
  REQUIRE(files.size() > 10);
  for (const fs::path& file : files) {
    const std::string text = ReadText(file);
    INFO(UnifiedDiff(fs::relative(file, kRoot).string(), text, Format(text)));
    CHECK(Format(text) == text);
  }
}

// Changes the layout at random; the result may be no document at all.
std::string Mutate(fuzz::Random& random, const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  const std::size_t factor = 1 + random.Below(3);
  std::string out;
  for (const std::string& line : lines) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string changed = std::string(indent * factor, ' ') + line.substr(indent);
    if (random.Chance(5)) changed += "   ";
    if (random.Chance(4)) changed += " # a comment";
    if (random.Chance(4)) out += std::string(random.Below(6), ' ') + "# on its own\n";
    if (random.Chance(4)) out += random.Chance(50) ? "\n\n\n" : "   \n";
    for (const auto& [from, to] : {std::pair(": ", ":   "), std::pair("{ ", "{"), std::pair(", ", ","),
                                   std::pair(", ", " ,\n                              "), std::pair("[", "[  ")}) {
      if (!random.Chance(6)) continue;
      if (const std::size_t at = changed.find(from); at != std::string::npos)
        changed.replace(at, std::string(from).size(), to);
    }
    out += changed + (random.Chance(3) ? "\r\n" : "\n");
  }
  if (random.Chance(10)) out.pop_back();
  return out;
}

TEST_CASE("every document of the repository, as it is and with its layout disturbed, keeps its meaning") {
  fuzz::Random random(11);
  int documents = 0;
  int mutants = 0;
  int broken = 0;
  for (const fs::path& file : YamlFiles({"reports", "policies", "tests/golden", "tools/querygate/demo"})) {
    const std::string text = ReadText(file);
    if (!Parses(text)) continue;
    ++documents;
    INFO(file.string());
    Format(text);  // compares trees and comments, and formats twice
    for (int i = 0; i < 6; ++i) {
      const std::string mutant = Mutate(random, text);
      if (!Parses(mutant)) {
        ++broken;
        continue;
      }
      ++mutants;
      Format(mutant);
    }
  }
  std::cout << "formatted " << documents << " documents and " << mutants << " disturbed ones (" << broken
            << " more were no documents)\n";
  CHECK(documents > 40);
  CHECK(mutants > 100);
}

TEST_CASE("differences as patch programs read them") {
  CHECK(UnifiedDiff("f", "a\nb\n", "a\nb\n").empty());
  CHECK(UnifiedDiff("f", "a\nb\nc\n", "a\nx\nc\n") == "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
  CHECK(UnifiedDiff("f", "", "a\n") == "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
  CHECK(UnifiedDiff("f", "a", "a\n") == "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
  const std::string far = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  CHECK(UnifiedDiff("f", "a\n" + far + "b\n", "x\n" + far + "y\n") ==
        "--- f\n+++ f\n@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -8,4 +8,4 @@\n 7\n 8\n 9\n-b\n+y\n");
}

}  // namespace
}  // namespace querygate::review
