// Every rule has a page whose examples do what the page says.
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "engine/base/rule.h"
#include "engine/render/rule_pages.h"
#include "tests/project_root.h"
#include "tests/rules/example.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;

using testing::LintExample;
using testing::LintFolder;
using testing::Section;
using testing::TemporaryFolder;

// Examples that a page can describe but not show, because they are bytes, a size or a file that is not there.
struct Made {
  std::string_view rule;
  void (*write)(const TemporaryFolder& folder, bool avoid);
};

const std::string kReport = "reports/parcels/example.yaml";

void MakeLarge(const TemporaryFolder& folder, bool avoid) {
  constexpr std::size_t kLimit = std::size_t{256} * 1024;
  std::string text = testing::ReadFile(folder / kReport) + "# ";
  text.append(kLimit - text.size() + (avoid ? 1 : 0), 'x');
  testing::WriteFile(folder / kReport, text);
}

void MakeEncoded(const TemporaryFolder& folder, bool avoid) {
  testing::WriteFile(folder / kReport,
                     testing::ReadFile(folder / kReport) + (avoid ? "# caf\xe9\n" : "# caf\xc3\xa9\n"));
}

constexpr Made kMade[] = {
    {"document-size", MakeLarge},
    {"invalid-encoding", MakeEncoded},
};

const Made* FindMade(std::string_view rule) {
  for (const Made& made : kMade) {
    if (made.rule == rule) return &made;
  }
  return nullptr;
}

// The last line of defence: no text of a declaration is known to bring these about. They fire, and do not, in the
// test named here, which feeds the check a program, a call or a connection as a hostile database would. What only
// `test --mutate` reports is shown there, too.
struct BeyondText {
  std::string_view rule, test;
};

constexpr BeyondText kBeyondText[] = {
    {"nul-in-sql", "unit/sqlite/text_rules_test.cc"},    {"text-encoding", "unit/sqlite/gate_test.cc"},
    {"undeclared-read", "unit/sqlite/program_test.cc"},  {"outside-main", "unit/sqlite/program_test.cc"},
    {"unknown-opcode", "unit/sqlite/program_test.cc"},   {"program-write", "unit/sqlite/program_test.cc"},
    {"null-argument", "unit/sqlite/authorizer_test.cc"}, {"parameter-mismatch", "unit/sqlite/gate_test.cc"},
    {"foreign-function", "unit/sqlite/gate_test.cc"},    {"invalid-equivalent", "unit/review/mutants_test.cc"},
};

const BeyondText* FindBeyondText(std::string_view rule) {
  for (const BeyondText& row : kBeyondText) {
    if (row.rule == rule) return &row;
  }
  return nullptr;
}

std::string LevelLine(const Rule& rule) {
  std::string line = "Level: " + std::string(SeverityName(rule.severity)) + ".";
  if (rule.security) line += " Security rule: it cannot be lowered without a stated reason.";
  return line + "\n";
}

std::string Spoken(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += FormatDiagnostic(diagnostic);
  return text;
}

Diagnostics LintSection(const Rule& rule, const Section& section, bool avoid) {
  const Made* made = FindMade(rule.alias);
  if (made == nullptr) return LintExample(section);
  const TemporaryFolder folder;
  testing::WriteExample(folder, section);
  made->write(folder, avoid);
  return LintFolder(folder);
}

std::size_t CompiledBlocks(const Section& section) {
  std::size_t count = 0;
  for (const testing::Block& block : section.blocks) count += testing::IsCompiled(block) ? 1U : 0U;
  return count;
}

}  // namespace

TEST_CASE("every rule has a page with its level, an example to avoid, one to prefer and a reason", "[rules]") {
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id, rule.alias);
    const std::string_view text = RulePage(rule);
    CHECK_FALSE(text.empty());
    if (text.empty()) continue;
    const testing::RulePageText page = testing::ParsePage(text);
    CHECK(page.title == std::string(rule.id) + " " + std::string(rule.alias));
    CHECK(page.summary.prose.starts_with("\n" + LevelLine(rule) + "\n"));
    CHECK(page.summary.prose.size() > LevelLine(rule).size() + 30);
    std::vector<std::string> headings;
    for (const auto& [heading, section] : page.sections) headings.push_back(heading);
    CHECK(headings == std::vector<std::string>{"Avoid", "Prefer", "Why"});
    for (const auto& [heading, section] : page.sections) {
      CAPTURE(heading);
      CHECK((section.prose.size() > 40 || !section.blocks.empty()));
    }
  }
}

TEST_CASE("every page belongs to a rule", "[rules]") {
  std::size_t pages = 0;
  for (const auto& entry : fs::directory_iterator(testing::ProjectRoot() / "docs/rules")) {
    const std::string name = entry.path().filename().string();
    if (name == "README.md") continue;
    CAPTURE(name);
    ++pages;
    const Rule* rule = FindRule(entry.path().stem().string());
    CHECK((rule != nullptr && rule->id == entry.path().stem().string()));
  }
  CHECK(pages == Rules().size());
}

TEST_CASE("the example to avoid has this finding and no other, the one to prefer has none", "[rules]") {
  std::size_t checked = 0;
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id, rule.alias);
    if (FindBeyondText(rule.alias) != nullptr) continue;
    const testing::RulePageText page = testing::ParsePage(RulePage(rule));
    const Section* avoid = page.Find("Avoid");
    const Section* prefer = page.Find("Prefer");
    CHECK((avoid != nullptr && prefer != nullptr));
    if (avoid == nullptr || prefer == nullptr) continue;
    if (FindMade(rule.alias) == nullptr) {
      CHECK(CompiledBlocks(*avoid) > 0);
      CHECK(CompiledBlocks(*prefer) > 0);
    }
    {
      const Diagnostics found = LintSection(rule, *avoid, true);
      INFO("avoid:\n" << Spoken(found));
      CHECK(testing::RulesIn(found) == std::set<std::string>{std::string(rule.alias)});
      CHECK(found.size() == 1);
    }
    {
      const Diagnostics found = LintSection(rule, *prefer, false);
      INFO("prefer:\n" << Spoken(found));
      CHECK(found.empty());
    }
    ++checked;
  }
  CHECK(checked + std::size(kBeyondText) == Rules().size());
}

TEST_CASE("what no example can show is shown by a unit test that names it", "[rules]") {
  for (const BeyondText& row : kBeyondText) {
    CAPTURE(row.rule);
    CHECK(FindRule(row.rule) != nullptr);
    const std::string test = testing::ReadFile((testing::ProjectRoot() / "tests" / row.test).string());
    CHECK(test.find('"' + std::string(row.rule)) != std::string::npos);
  }
}

TEST_CASE("the index lists every rule as the table has it", "[rules]") {
  std::string expected = "| rule | level | finds |\n| --- | --- | --- |\n";
  for (const Rule& rule : Rules()) {
    expected += "| [" + std::string(rule.id) + "](" + std::string(rule.id) + ".md) `" + std::string(rule.alias) +
                "` | " + std::string(SeverityName(rule.severity)) + (rule.security ? ", security" : "") + " | " +
                std::string(rule.summary) + " |\n";
  }
  const std::string index = testing::ReadFile((testing::ProjectRoot() / "docs/rules/README.md").string());
  CHECK(index.find(expected) != std::string::npos);
}

}  // namespace querygate
