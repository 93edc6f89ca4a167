#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include "engine/base/rule.h"
#include "engine/render/reasons.h"
#include "tests/conformance/temporary_folder.h"
#include "tests/project_root.h"
#include "tools/querygate/cli.h"
#include "tools/querygate/site_folder.h"

namespace querygate::cli {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

struct Result {
  int exit = 0;
  std::string out, err;
};

Result Run(const std::vector<std::string>& arguments) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Result result;
  result.exit = Main(arguments, {in, out, err}, {});
  result.out = out.str();
  result.err = err.str();
  return result;
}

Files FilesBelow(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::ostringstream buffer;
    buffer << stream.rdbuf();
    files[entry.path().lexically_relative(folder).generic_string()] = buffer.str();
  }
  return files;
}

Files MakeShippedSite(const fs::path& folder) {
  const Result result =
      Run({"docs", "--out", folder.string(), "--config", (testing::ProjectRoot() / "querygate.yaml").string()});
  CAPTURE(result.err);
  REQUIRE(result.exit == 0);
  return FilesBelow(folder);
}

TEST_CASE("there is a page for each report, rule and reason, and every link leads to one", "[docs]") {
  const testing::TemporaryFolder temporary;
  const Files site = MakeShippedSite(temporary.path() / "site");
  for (const Rule& rule : Rules()) CHECK(site.count("rules/" + std::string(rule.id) + ".html") == 1);
  for (const Reason& reason : Reasons()) CHECK(site.count("reasons/" + std::string(reason.name) + ".html") == 1);
  CHECK(site.count("reports/orders/order_evidence.html") == 1);
  CHECK(site.count("reports/music/top_customers.html") == 1);

  const std::regex link("(?:href|src)=\"([^\"]*)\"");
  std::size_t links = 0;
  for (const auto& [path, text] : site) {
    if (!path.ends_with(".html")) continue;
    CAPTURE(path);
    for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
      const std::string target = (fs::path(path).parent_path() / (*it)[1].str()).lexically_normal().generic_string();
      CAPTURE(target);
      CHECK(site.count(target) == 1);
      ++links;
    }
    CHECK(text.find("<script") == std::string::npos);
    CHECK(text.find("http://") == std::string::npos);
    CHECK(text.find("https://") == std::string::npos);
  }
  CHECK(links > 500);
}

TEST_CASE("a report's page tells what a caller needs", "[docs]") {
  const testing::TemporaryFolder temporary;
  const Files site = MakeShippedSite(temporary.path() / "site");
  const std::string& page = site.at("reports/parcels/exact_units_by_zone.html");
  for (const char* part :
       {"Exact parcel units per zone", "querygate run parcels/exact_units_by_zone state=", "<code>state</code>",
        "one of queued, sent", "<code>units_decimal</code>", "decimal string", "Who may call it",
        "<code>partner</code>", "<code>deadline</code>", "2000 ms", "source_limit.html"}) {
    CAPTURE(part);
    CHECK(page.find(part) != std::string::npos);
  }
}

TEST_CASE("equal input gives an equal site", "[docs]") {
  const testing::TemporaryFolder temporary;
  const Files first = MakeShippedSite(temporary.path() / "a");
  CHECK(first == MakeShippedSite(temporary.path() / "b"));
  CHECK(first == MakeShippedSite(temporary.path() / "a"));  // replaced
}

TEST_CASE("a site replaces an earlier one as a whole, and nothing else", "[docs]") {
  const testing::TemporaryFolder temporary;
  const std::string folder = (temporary.path() / "site").string();
  REQUIRE(WriteSiteFolder(folder, {{"index.html", "1"}, {"old/page.html", "1"}}));
  REQUIRE(WriteSiteFolder(folder, {{"index.html", "2"}}));
  CHECK(FilesBelow(folder) == Files{{".querygate-docs", "index.html\n"}, {"index.html", "2"}});

  fs::create_directories(fs::path(folder) / "notes");
  std::ofstream(fs::path(folder) / "notes/mine.txt") << "mine";
  const auto refused = WriteSiteFolder(folder, {{"index.html", "3"}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().exists);
  CHECK(refused.error().detail.find("notes/mine.txt") != std::string::npos);
  CHECK(FilesBelow(folder).at("index.html") == "2");
  CHECK(FilesBelow(folder).at("notes/mine.txt") == "mine");
  CHECK(std::distance(fs::directory_iterator(temporary.path()), fs::directory_iterator()) ==
        1);  // nothing is left over

  fs::remove_all(fs::path(folder) / "notes");
  fs::create_directory_symlink(temporary.path(), fs::path(folder) / "elsewhere");
  const auto linked = WriteSiteFolder(folder, {{"index.html", "3"}});
  REQUIRE_FALSE(linked);
  CHECK(linked.error().detail.find("elsewhere") != std::string::npos);
  CHECK(fs::is_symlink(fs::path(folder) / "elsewhere"));
}

TEST_CASE("what is there already is left untouched", "[docs]") {
  const testing::TemporaryFolder temporary;
  const fs::path file = temporary.path() / "file";
  std::ofstream(file) << "mine";
  CHECK(WriteSiteFolder(file.string(), {{"index.html", "1"}}).error().exists);

  fs::create_directories(temporary.path() / "empty");
  CHECK(WriteSiteFolder((temporary.path() / "empty").string(), {{"index.html", "1"}}));
  fs::create_directory_symlink(temporary.path() / "empty", temporary.path() / "link");
  CHECK(WriteSiteFolder((temporary.path() / "link").string(), {{"index.html", "2"}}).error().exists);
  CHECK(FilesBelow(temporary.path() / "empty").at("index.html") == "1");

  const Result result =
      Run({"docs", "--out", file.string(), "--config", (testing::ProjectRoot() / "querygate.yaml").string()});
  CHECK(result.exit == 5);
  CHECK(result.err.starts_with("error: output_exists\n"));
  CHECK(result.out.empty());
  CHECK_FALSE(WriteSiteFolder((temporary.path() / "none/site").string(), {}).error().exists);
}

}  // namespace
}  // namespace querygate::cli
