// `diff` over git revisions: what golden cases cannot make.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <stdlib.h>

#include "tests/project_root.h"
#include "tools/querygate/cli.h"
#include "tools/querygate/subprocess.h"

namespace querygate::cli {
namespace {

namespace fs = std::filesystem;

// A repository of its own, in which the test runs; the shop deployment of the golden cases is its first commit.
class Repository {
 public:
  Repository() : before_(fs::current_path()) {
    std::string pattern = (fs::temp_directory_path() / "querygate-revision-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
    fs::create_directories(root_ / "tmp");
    ::setenv("TMPDIR", (root_ / "tmp").c_str(), 1);
    fs::copy(testing::ProjectRoot() / "tests/golden/deployments/pair/base", root_ / "work", fs::copy_options::recursive);
    fs::current_path(root_ / "work");
    Git({"init", "-q", "-b", "main", "."});
    Commit();
  }
  ~Repository() {
    fs::current_path(before_);
    ::unsetenv("TMPDIR");
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;

  static void Git(const std::vector<std::string>& words) {
    ProgramRun run;
    run.words = {"git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.hooksPath=/dev/null"};
    run.words.insert(run.words.end(), words.begin(), words.end());
    run.max_output = 1 << 20;
    const auto output = RunProgram(run);
    if (!output) UNSCOPED_INFO(output.error());
    REQUIRE(output.has_value());
  }
  static void Commit() {
    Git({"add", "-A"});
    Git({"commit", "-q", "-m", "change"});
  }
  // Whether the private folders are gone.
  bool IsClean() const { return fs::is_empty(root_ / "tmp"); }

 private:
  fs::path before_, root_;
};

void Replace(const std::string& path, const std::string& from, const std::string& to) {
  std::ostringstream read;
  read << std::ifstream(path).rdbuf();
  std::string text = read.str();
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  std::ofstream(path) << text.replace(at, from.size(), to);
}

struct Result {
  int exit = 0;
  std::string out, err;
};

Result Diff(std::vector<std::string> words) {
  words.insert(words.begin(), "diff");
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Result result;
  result.exit = Main(words, {in, out, err});
  result.out = out.str();
  result.err = err.str();
  return result;
}

constexpr const char* kReport = "reports/items/same.yaml";

TEST_CASE("revisions, branches and the working folder are sides") {
  const Repository repository;
  CHECK(Diff({"main"}).exit == 0);
  Replace(kReport, "[tool, toy]", "[tool, toy, food]");
  const Result uncommitted = Diff({"main"});
  INFO(uncommitted.out << uncommitted.err);
  CHECK(uncommitted.exit == 1);
  CHECK(uncommitted.out.find("querygate run items/same wanted=food") != std::string::npos);
  Repository::Commit();
  CHECK(Diff({"main"}).exit == 0);
  const Result revisions = Diff({"main~1", "main"});
  CHECK(revisions.exit == 1);
  CHECK(revisions.out.find("      reports/items/same.yaml:10\n") != std::string::npos);  // not the private folder
  CHECK(Diff({"main", "main~1"}).exit == 0);
  CHECK(repository.IsClean());
}

TEST_CASE("what is no revision is told, and is never taken for an option") {
  const Repository repository;
  for (const char* name : {"no_such_branch", "main:reports", "HEAD^{tree}", ""}) {
    const Result result = Diff({name});
    INFO(name << result.err);
    CHECK(result.exit == 2);
    CHECK(result.out.empty());
  }
  const Result option = Diff({"--", "--output=stolen"});
  CHECK(option.exit == 2);
  CHECK(option.err.starts_with("error: --output=stolen is neither a folder nor a git revision here\n"));
  CHECK_FALSE(fs::exists("stolen"));
  CHECK(repository.IsClean());
}

TEST_CASE("attributes of a revision hide nothing from its review") {
  const Repository repository;
  std::ofstream(".gitattributes") << "reports/items/same.yaml export-ignore\n*.yaml filter=evil\n";
  Repository::Git({"config", "filter.evil.smudge", "touch executed; cat"});
  Repository::Git({"config", "filter.evil.clean", "cat"});
  Replace(kReport, "[tool, toy]", "[tool, toy, food]");
  Repository::Commit();
  const Result result = Diff({"main~1", "main"});
  INFO(result.out << result.err);
  CHECK(result.exit == 1);
  CHECK(result.out.find("items/same: widened") != std::string::npos);
  CHECK_FALSE(fs::exists("executed"));
}

TEST_CASE("symbolic links among the declarations are refused") {
  const Repository repository;
  fs::create_symlink("same.yaml", "reports/items/linked.yaml");
  Repository::Commit();
  const Result result = Diff({"main~1", "main"});
  CHECK(result.exit == 2);
  CHECK(result.err.starts_with("error: main:reports/items/linked.yaml is a symbolic link, which is not followed\n"));
  CHECK(repository.IsClean());
}

TEST_CASE("a revision that does not compile is an error with its findings, by names that can be found again") {
  const Repository repository;
  Replace(kReport, "source: shop", "source: stop");
  Repository::Commit();
  const Result result = Diff({"main~1", "main"});
  CHECK(result.exit == 2);
  CHECK(result.err.find("main:reports/items/same.yaml:7:9: error: ") != std::string::npos);
  CHECK(repository.IsClean());
}

TEST_CASE("a revision from before the first declaration is an empty side") {
  const Repository repository;
  Repository::Git({"rm", "-q", "-r", "--cached", "."});
  Repository::Git({"commit", "-q", "-m", "nothing"});
  const Result result = Diff({"main", "."});
  INFO(result.out << result.err);
  CHECK(result.exit == 1);
  CHECK(result.out.find("items/same: added: widened") != std::string::npos);
}

}  // namespace
}  // namespace querygate::cli
