#include "engine/render/reasons.h"
#include "tests/project_root.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

std::string NameOfRow(std::string_view reason) {
  const Reason* row = FindReason(reason);
  return row == nullptr ? "" : std::string(row->name);
}

TEST_CASE("every reason has one page with the four headings in order, and every page a reason") {
  std::set<std::string> names;
  for (const Reason& reason : Reasons()) {
    CAPTURE(reason.name);
    CHECK(names.insert(std::string(reason.name) + ".md").second);
    const std::string_view page = ReasonPage(reason);
    CHECK(page.starts_with("# " + std::string(reason.name) + "\n\n## Cause\n\n"));
    std::size_t last = 0;
    for (const std::string_view heading :
         {"\n## Cause\n\n", "\n## Who acts\n\n", "\n## Next step\n\n", "\n## What not to do\n\n"}) {
      CAPTURE(heading);
      const std::size_t at = page.find(heading, last);
      REQUIRE(at != std::string_view::npos);
      CHECK(page.size() > at + heading.size() + 10);
      last = at + heading.size();
    }
    CHECK_FALSE(reason.summary.empty());
  }
  std::set<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(testing::ProjectRoot() / "docs/reasons")) {
    pages.insert(entry.path().filename().string());
  }
  CHECK(pages == names);
}

TEST_CASE("a received reason finds its own row, else the most specific family") {
  CHECK(NameOfRow("invalid_window") == "invalid_window");
  CHECK(NameOfRow("invalid_arguments") == "invalid_arguments");
  CHECK(NameOfRow("invalid_state") == "invalid_NAME");
  CHECK(NameOfRow("invalid_units_type") == "invalid_NAME_type");
  CHECK(NameOfRow("invalid_units_range") == "invalid_NAME_range");
  CHECK(NameOfRow("missing_units") == "missing_NAME");
  CHECK(NameOfRow("invalid_type") == "invalid_NAME");
  CHECK(NameOfRow("sum_out_of_range").empty());
  CHECK(NameOfRow("missing_").empty());
  CHECK(NameOfRow("").empty());
  CHECK(NameOfRow("missing_Units").empty());
  CHECK(NameOfRow("missing_a b").empty());
}

// The engine spells its fixed reasons where they arise; each must have a row.
TEST_CASE("every reason that the engine can give has a row") {
  const std::regex given(R"re((?:Rejection|Failure)\{(?:RejectionKind::\w+,\s*)?"([a-z_]+)")re");
      std::set<std::string>
          found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::ProjectRoot() / "engine")) {
    if (entry.path().extension() != ".cc") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator match(source.begin(), source.end(), given), end; match != end; ++match) {
      found.insert((*match)[1].str());
    }
  }
  CHECK(found.size() >= 5);
  for (const std::string& reason : found) {
    CAPTURE(reason);
    CHECK(NameOfRow(reason) == reason);
  }
}

}  // namespace
}  // namespace querygate
