#include "engine/load/catalog.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;
using testing::Says;
using testing::SmallReportWith;
using testing::Summaries;

constexpr const char* kSource =
    "apiVersion: querygate/v1\nkind: Source\nbackend: sqlite\nschema: shop.sql\nexpose: {}\n";
constexpr const char* kLimits = "apiVersion: querygate/v1\nkind: Limits\ndeadline: 1s\n";
constexpr const char* kAccess = "apiVersion: querygate/v1\nkind: Access\nroles: {}\n";

// A folder of its own for each test, removed at its end.
class Tree {
 public:
  Tree() {
    std::string pattern = (fs::temp_directory_path() / "querygate-catalog-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
    fs::create_directories(root_ / "reports");
    fs::create_directories(root_ / "policies/sources");
    fs::create_directories(root_ / "policies/limits");
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void Write(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }
  std::string At(const std::string& path) const { return (root_ / path).string(); }
  Catalog Open() const { return Catalog(At("reports"), At("policies")); }

 private:
  fs::path root_;
};

std::vector<std::string> Ids(const Catalog& catalog) {
  Diagnostics diagnostics;
  return catalog.ReportIds(diagnostics);
}

TEST_CASE("reports are listed by path, sorted, tests and hidden files left out") {
  const Tree tree;
  for (const char* path :
       {"b.yaml", "a/c.yaml", "a/b/d.yaml", "a/c.test.yaml", ".hidden.yaml", ".git/x.yaml", "notes.md"}) {
    tree.Write(std::string("reports/") + path, SmallReportWith(0, ""));
  }
  Diagnostics diagnostics;
  CHECK(tree.Open().ReportIds(diagnostics) == std::vector<std::string>{"a/b/d", "a/c", "b"});
  CHECK(diagnostics.empty());
}

TEST_CASE("files with other names are no reports, and it is said") {
  const Tree tree;
  tree.Write("reports/Upper.yaml", "");
  tree.Write("reports/a-b.yaml", "");
  tree.Write("reports/1st/x.yaml", "");
  tree.Write("reports/x.y.yaml", "");
  tree.Write("reports/old.yml", "");
  Diagnostics diagnostics;
  CHECK(tree.Open().ReportIds(diagnostics).empty());
  CHECK(Summaries(diagnostics) == std::vector<std::string>(5, "document-name 0:0"));
  CHECK(Says(diagnostics, "`a-b` is no name of a report"));
  CHECK(Says(diagnostics, "ends in .yaml"));
}

TEST_CASE("tool names stay short and apart") {
  const Tree tree;
  tree.Write("reports/a/b_c.yaml", "");
  tree.Write("reports/a_b/c.yaml", "");
  tree.Write("reports/" + std::string(32, 'x') + "/" + std::string(31, 'y') + ".yaml", "");
  tree.Write("reports/" + std::string(32, 'x') + "/" + std::string(32, 'y') + ".yaml", "");
  Diagnostics diagnostics;
  CHECK(tree.Open().ReportIds(diagnostics).size() == 4);
  CHECK(Summaries(diagnostics) == std::vector<std::string>(2, "tool-name-collision 0:0"));
  CHECK(Says(diagnostics, "are both the tool `a_b_c`"));
}

TEST_CASE("a folder that is not there holds nothing") {
  const Catalog catalog("/nonexistent/reports", "/nonexistent/policies");
  CHECK(Ids(catalog).empty());
  CHECK(catalog.SourceNames().empty());
  CHECK_FALSE(catalog.HasReport("a"));
  CHECK(catalog.Report("a").diagnostics.empty());
  CHECK(catalog.Access().value == nullptr);
  CHECK(catalog.Access().diagnostics.empty());
}

TEST_CASE("documents are read by name") {
  const Tree tree;
  tree.Write("reports/a/b.yaml", SmallReportWith(0, ""));
  tree.Write("policies/sources/shop.yaml", kSource);
  tree.Write("policies/sources/shop.sql", "CREATE TABLE t (a);\n");
  tree.Write("policies/sources/Odd.yaml", kSource);
  tree.Write("policies/limits/small.yaml", kLimits);
  tree.Write("policies/access.yaml", kAccess);
  const Catalog catalog = tree.Open();

  CHECK(catalog.HasReport("a/b"));
  CHECK(catalog.ReportPath("a/b") == tree.At("reports/a/b.yaml"));
  REQUIRE(catalog.Report("a/b").value != nullptr);
  CHECK(catalog.Report("a/b").value->id == "a/b");
  CHECK(catalog.SourceNames() == std::vector<std::string>{"shop"});
  CHECK(catalog.LimitsNames() == std::vector<std::string>{"small"});
  const auto source = catalog.Source("shop");
  REQUIRE(source.value != nullptr);
  REQUIRE(source.value->schema_text != nullptr);
  CHECK(source.value->schema_text->text() == "CREATE TABLE t (a);\n");
  CHECK(catalog.Limits("small").value != nullptr);
  CHECK(catalog.Access().value != nullptr);
}

TEST_CASE("names that leave the folder name nothing") {
  const Tree tree;
  tree.Write("outside.yaml", SmallReportWith(0, ""));
  tree.Write("policies/limits/small.yaml", kLimits);
  const Catalog catalog = tree.Open();
  for (const char* id : {"../outside", "a/../../outside", "/etc/passwd", "", ".", "a//b", "a/", "A", "a\nb"}) {
    INFO(id);
    CHECK_FALSE(catalog.HasReport(id));
    CHECK(catalog.Report(id).value == nullptr);
    CHECK(catalog.Report(id).diagnostics.empty());
  }
  CHECK(catalog.Limits("../limits/small").value == nullptr);
  CHECK(catalog.Source("../x").value == nullptr);
}

TEST_CASE("a mistake names the file as it is shown") {
  const Tree tree;
  tree.Write("reports/a.yaml", SmallReportWith(3, "title: 5"));
  const auto loaded = tree.Open().Report("a");
  CHECK(loaded.value == nullptr);
  REQUIRE(loaded.diagnostics.size() == 1);
  CHECK(loaded.diagnostics[0].file == tree.At("reports/a.yaml"));
  CHECK(loaded.diagnostics[0].line_text == "title: 5");
}

TEST_CASE("paths below the working directory are shown relative to it") {
  const Catalog catalog(fs::current_path() / "no-such-folder", "policies");
  const auto loaded = catalog.ReportFile((fs::current_path() / "no-such-folder/x.yaml").string());
  REQUIRE(loaded.diagnostics.size() == 1);
  CHECK(loaded.diagnostics[0].file == "no-such-folder/x.yaml");
}

TEST_CASE("a report given by path") {
  const Tree tree;
  tree.Write("reports/a/b.yaml", SmallReportWith(0, ""));
  tree.Write("elsewhere/c.yaml", SmallReportWith(0, ""));
  tree.Write("elsewhere/c-d.yaml", SmallReportWith(0, ""));
  const Catalog catalog = tree.Open();
  REQUIRE(catalog.ReportFile(tree.At("reports/a/b.yaml")).value != nullptr);
  CHECK(catalog.ReportFile(tree.At("reports/a/b.yaml")).value->id == "a/b");
  CHECK(catalog.ReportFile(tree.At("reports/a/../a/b.yaml")).value->id == "a/b");
  REQUIRE(catalog.ReportFile(tree.At("elsewhere/c.yaml")).value != nullptr);
  CHECK(catalog.ReportFile(tree.At("elsewhere/c.yaml")).value->id == "c");
  CHECK(Summaries(catalog.ReportFile(tree.At("elsewhere/c-d.yaml")).diagnostics) ==
        std::vector<std::string>{"document-name 0:0"});
  CHECK(Summaries(catalog.ReportFile(tree.At("nothing.yaml")).diagnostics) ==
        std::vector<std::string>{"unreadable-file 0:0"});
  CHECK(Summaries(catalog.ReportFile(tree.At("reports")).diagnostics) ==
        std::vector<std::string>{"unreadable-file 0:0"});
}

TEST_CASE("what is no regular file is refused without waiting") {
  const Tree tree;
  tree.Write("secret.yaml", SmallReportWith(0, ""));
  tree.Write("secrets/x.yaml", SmallReportWith(0, ""));
  REQUIRE(::mkfifo(tree.At("reports/pipe.yaml").c_str(), 0600) == 0);
  fs::create_symlink(tree.At("secret.yaml"), tree.At("reports/link.yaml"));
  fs::create_directory_symlink(tree.At("secrets"), tree.At("reports/linked"));
  fs::create_directory(tree.At("reports/folder.yaml"));
  fs::create_symlink("/dev/zero", tree.At("reports/zero.yaml"));
  const Catalog catalog = tree.Open();

  Diagnostics listing;
  CHECK(catalog.ReportIds(listing).empty());
  CHECK(Summaries(listing) == std::vector<std::string>(3, "unreadable-file 0:0"));
  for (const char* id : {"pipe", "link", "zero", "folder", "linked/x"}) {
    INFO(id);
    CHECK_FALSE(catalog.HasReport(id));
    CHECK(Summaries(catalog.Report(id).diagnostics) == std::vector<std::string>{"unreadable-file 0:0"});
  }
  CHECK(Summaries(catalog.ReportFile(tree.At("reports/pipe.yaml")).diagnostics) ==
        std::vector<std::string>{"unreadable-file 0:0"});
  CHECK(Summaries(catalog.ReportFile(tree.At("reports/link.yaml")).diagnostics) ==
        std::vector<std::string>{"unreadable-file 0:0"});
}

TEST_CASE("files at the limit of size and one byte more") {
  const Tree tree;
  const std::string report = SmallReportWith(0, "#");
  tree.Write("reports/full.yaml", report + std::string(kMaxDocumentBytes - report.size(), '#'));
  tree.Write("reports/over.yaml", report + std::string(kMaxDocumentBytes - report.size() + 1, '#'));
  CHECK(tree.Open().Report("full").value != nullptr);
  CHECK(Summaries(tree.Open().Report("over").diagnostics) == std::vector<std::string>{"document-size 0:0"});

  tree.Write("x", "12345");
  CHECK(ReadFile(tree.At("x"), 5).value() == "12345");
  CHECK_FALSE(ReadFile(tree.At("x"), 4).has_value());
  CHECK(ReadFile(tree.At("y"), 4).error() == "cannot read " + tree.At("y") + ": No such file or directory");
  CHECK(ReadFile(tree.At("reports"), 4).error() == "cannot read " + tree.At("reports") + ": it is a directory");
  fs::create_symlink(tree.At("x"), tree.At("to-x"));
  CHECK(ReadFile(tree.At("to-x"), 5).has_value());
  CHECK_FALSE(ReadFile("/dev/null", 5).has_value());
  CHECK_FALSE(ReadFile(std::string("x\0y", 3), 5).has_value());
}

TEST_CASE("the schema of a source is a plain file beside it") {
  const auto load = [](const Tree& tree) { return Summaries(tree.Open().Source("shop").diagnostics); };
  SECTION("missing") {
    const Tree tree;
    tree.Write("policies/sources/shop.yaml", kSource);
    CHECK(load(tree) == std::vector<std::string>{"unreadable-file 4:9"});
    CHECK(tree.Open().Source("shop").value == nullptr);
  }
  SECTION("a symbolic link") {
    const Tree tree;
    tree.Write("policies/sources/shop.yaml", kSource);
    fs::create_symlink("/etc/passwd", tree.At("policies/sources/shop.sql"));
    CHECK(load(tree) == std::vector<std::string>{"unreadable-file 4:9"});
  }
  SECTION("a pipe") {
    const Tree tree;
    tree.Write("policies/sources/shop.yaml", kSource);
    REQUIRE(::mkfifo(tree.At("policies/sources/shop.sql").c_str(), 0600) == 0);
    CHECK(load(tree) == std::vector<std::string>{"unreadable-file 4:9"});
  }
  SECTION("not UTF-8") {
    const Tree tree;
    tree.Write("policies/sources/shop.yaml", kSource);
    tree.Write("policies/sources/shop.sql", "CREATE TABLE t (a);\n-- \xFF\n");
    CHECK(load(tree) == std::vector<std::string>{"invalid-encoding 2:4"});
  }
}

}  // namespace
}  // namespace querygate
