#include "tests/rules/page.h"

#include <sstream>

#include <catch2/catch.hpp>

namespace querygate::testing {

const Section* RulePageText::Find(std::string_view heading) const {
  for (const auto& [name, section] : sections) {
    if (name == heading) return &section;
  }
  return nullptr;
}

RulePageText ParsePage(std::string_view markdown) {
  RulePageText page;
  Section* section = &page.summary;
  Block* block = nullptr;
  std::istringstream lines{std::string(markdown)};
  for (std::string line; std::getline(lines, line);) {
    if (block != nullptr) {
      if (line == "```") {
        block = nullptr;
      } else {
        block->text += line + '\n';
      }
    } else if (line.starts_with("```")) {
      std::istringstream words(line.substr(3));
      block = &section->blocks.emplace_back();
      words >> block->language >> block->path;
    } else if (line.starts_with("## ")) {
      section = &page.sections.emplace_back(line.substr(3), Section{}).second;
    } else if (line.starts_with("# ") && page.title.empty()) {
      page.title = line.substr(2);
    } else {
      section->prose += line + '\n';
    }
  }
  INFO(page.title);
  REQUIRE(block == nullptr);
  return page;
}

}  // namespace querygate::testing
