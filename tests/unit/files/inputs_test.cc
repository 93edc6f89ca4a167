// Which files are read: named, matched or in a folder, each once and in order; never through a link, never none.
#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/backend/files/name_pattern.h"
#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

const std::string kOne = TableOf("csv", "a: { type: text }");

std::string Ask(FilesKit& kit, const std::vector<std::string>& names) {
  kit.Bind("t", names);
  const Heard heard = kit.Call(kit.Select("t", {{"a", "type: text"}}));
  if (heard.reason != "ok") return heard.reason;
  std::string values;
  for (std::size_t at = heard.text.find(":\""); at != std::string::npos; at = heard.text.find(":\"", at + 1)) {
    values += heard.text.substr(at + 2, heard.text.find('"', at + 2) - at - 2) + ' ';
  }
  return values;
}

std::vector<std::string> Read(FilesKit& kit, const std::vector<std::string>& names) {
  kit.Bind("t", names);
  std::vector<std::string> read;
  for (const InputFile& input : kit.Call(kit.Count("t")).receipt.inputs) {
    read.push_back(std::filesystem::path(input.path).lexically_relative(std::filesystem::canonical(kit.Path("."))));
  }
  return read;
}

TEST_CASE("paths, patterns and folders lead to files, sorted, each once", "[files]") {
  FilesKit kit(kOne);
  kit.Put("in/b.csv", "a\nb\n");
  kit.Put("in/a.csv", "a\na\n");
  kit.Put("in/day=2/c.csv", "a\nc\n");
  kit.Put("in/day=1/deep/d.csv", "a\nd\n");
  kit.Put("in/notes.txt", "not a file of the table");
  kit.Put("in/_working.csv", "a\nhalf\n");
  kit.Put("in/.hidden.csv", "hidden");
  using Names = std::vector<std::string>;
  CHECK(Read(kit, {"in/b.csv"}) == Names{"in/b.csv"});
  CHECK(Read(kit, {"in/b.csv", "in/a.csv"}) == Names{"in/a.csv", "in/b.csv"});
  CHECK(Read(kit, {"in/?.csv"}) == Names{"in/a.csv", "in/b.csv"});
  CHECK(Read(kit, {"in/[!a].csv"}) == Names{"in/b.csv"});
  CHECK(Read(kit, {"in/day=*/*.csv"}) == Names{"in/day=2/c.csv"});
  CHECK(Read(kit, {"in/day=*"}) == Names{"in/day=1/deep/d.csv", "in/day=2/c.csv"});
  CHECK(Read(kit, {"in/**/*.csv"}) ==
        Names{"in/_working.csv", "in/a.csv", "in/b.csv", "in/day=1/deep/d.csv", "in/day=2/c.csv"});
  const Names all{"in/a.csv", "in/b.csv", "in/day=1/deep/d.csv", "in/day=2/c.csv"};
  CHECK(Read(kit, {"in"}) == all);
  CHECK(Read(kit, {"in/"}) == all);
  CHECK(Read(kit, {"in/**"}) == all);
  CHECK(Read(kit, {"in", "in/a.csv", "in/../in/b.csv"}) == all);
  CHECK(Ask(kit, {"in"}) == "a b c d ");
}

TEST_CASE("two names of one file are one file", "[files]") {
  FilesKit kit(kOne);
  kit.Put("in/a.csv", "a\na\n");
  REQUIRE(::link(kit.Path("in/a.csv").c_str(), kit.Path("in/b.csv").c_str()) == 0);
  CHECK(Ask(kit, {"in"}) == "a ");
}

TEST_CASE("no file is never an empty table", "[files]") {
  FilesKit kit(kOne);
  kit.Put("in/notes.txt", "x");
  CHECK(Ask(kit, {"missing.csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"in"}) == "query_unavailable");
  CHECK(Ask(kit, {"in/*.csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"nowhere/*.csv"}) == "query_unavailable");
  kit.Put("in/a.csv", "a\n");
  CHECK(Ask(kit, {"in"}).empty());
  // One of several patterns without a file: a partition that is missing would look like one without rows.
  CHECK(Ask(kit, {"in/*.csv", "late/*.csv"}) == "query_unavailable");
}

TEST_CASE("a name with the characters of a pattern is itself, read once, or refused", "[files]") {
  FilesKit kit(kOne);
  kit.Put("part[12].csv", "a\nliteral\n");
  kit.Put("we*ird?.csv", "a\nweird\n");
  CHECK(Ask(kit, {"part[12].csv"}) == "literal ");
  CHECK(Ask(kit, {"we*ird?.csv"}) == "weird ");
  kit.Put("part1.csv", "a\none\n");
  // Now it is a pattern of another file as well.
  CHECK(Ask(kit, {"part[12].csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"part[[]12].csv"}) == "literal ");
  CHECK(Ask(kit, {"part1.csv"}) == "one ");
  CHECK(Ask(kit, {"part*.csv"}) == "literal one ");
  // Matched names are never patterns again.
  kit.Put("d/x[a]x.csv", "a\nbracket\n");
  kit.Put("d/xax.csv", "a\nplain\n");
  CHECK(Ask(kit, {"d"}) == "bracket plain ");
  CHECK(Ask(kit, {"d/*"}) == "bracket plain ");
}

TEST_CASE("links are not followed, and other kinds are no files", "[files]") {
  FilesKit kit(kOne);
  kit.Put("real/a.csv", "a\na\n");
  kit.Put("in/b.csv", "a\nb\n");
  namespace fs = std::filesystem;
  fs::create_symlink(kit.Path("real/a.csv"), kit.Path("link.csv"));
  CHECK(Ask(kit, {"link.csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"link.csv", "in/b.csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"*.csv"}) == "query_unavailable");
  // A folder that the deployment names may be reached by a link; what lies below it may not.
  fs::create_symlink(kit.Path("in"), kit.Path("way"));
  CHECK(Ask(kit, {"way/b.csv"}) == "b ");
  CHECK(Ask(kit, {"way/*.csv"}) == "b ");
  fs::create_symlink(kit.Path("real"), kit.Path("in/more"));
  CHECK(Ask(kit, {"in"}) == "query_unavailable");
  CHECK(Ask(kit, {"in/*/*.csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"in/**/*.csv"}) == "query_unavailable");
  fs::remove(kit.Path("in/more"));
  fs::create_symlink("/nowhere", kit.Path("in/c.csv"));
  CHECK(Ask(kit, {"in"}) == "query_unavailable");
  fs::remove(kit.Path("in/c.csv"));
  REQUIRE(::mkfifo(kit.Path("in/f.csv").c_str(), 0600) == 0);
  CHECK(Ask(kit, {"in/f.csv"}) == "query_unavailable");
  CHECK(Ask(kit, {"in"}) == "query_unavailable");
  fs::remove(kit.Path("in/f.csv"));
  CHECK(Ask(kit, {"/dev/null"}) == "query_unavailable");
  CHECK(Ask(kit, {"in"}) == "b ");
}

TEST_CASE("folders deeper than sixteen are refused", "[files]") {
  FilesKit kit(kOne);
  std::string deep = "in";
  for (int i = 0; i < 16; ++i) deep += "/d";
  kit.Put(deep + "/a.csv", "a\na\n");
  CHECK(Ask(kit, {"in"}) == "a ");
  kit.Put(deep + "/d/a.csv", "a\nb\n");
  CHECK(Ask(kit, {"in"}) == "query_unavailable");
}

TEST_CASE("a file that may not be read is no empty file", "[files]") {
  if (::geteuid() == 0) return;  // may read everything: the same is shown by a hook in changes_test
  FilesKit kit(kOne);
  kit.Put("a.csv", "a\na\n");
  REQUIRE(::chmod(kit.Path("a.csv").c_str(), 0) == 0);
  CHECK(Ask(kit, {"a.csv"}) == "query_unavailable");
}

TEST_CASE("the value of a partition is in the name of its folder", "[files]") {
  FilesKit kit(TableOf("csv", "day: { type: date, folder: day }, a: { type: text }"));
  kit.Put("in/day=2026-09-01/x.csv", "a,day\n1,nobody's\n");
  kit.Put("in/day=2026-09-02/y.csv", "a\n2\n");
  kit.Bind("t", {"in"});
  const auto report = kit.Select("t", {{"day", "type: date"}, {"a", "type: text"}});
  CHECK(kit.Call(report).text == R"({"day":"2026-09-01","a":"1"})" "\n" R"({"day":"2026-09-02","a":"2"})" "\n");
  kit.Put("in/day=2026-09-31/z.csv", "a\n3\n");
  CHECK(kit.Call(report).reason == "invalid_input");
  std::filesystem::remove_all(kit.Path("in/day=2026-09-31"));
  kit.Put("in/z.csv", "a\n3\n");
  CHECK(kit.Call(report).cause.find("no folder is called day=") != std::string::npos);
  std::filesystem::remove(kit.Path("in/z.csv"));
  kit.Put("in/day=2026-09-03/day=2026-09-04/z.csv", "a\n3\n");
  CHECK(kit.Call(report).cause.find("several folders are called day=") != std::string::npos);
}

TEST_CASE("a table without files and files without a table are told", "[files]") {
  FilesKit kit("tables:\n  t: { format: csv, columns: { a: { type: text } } }\n  u: { format: csv, columns: { a: { type: text } } }\n");
  kit.Put("t.csv", "a\na\n");
  DataPlace place;
  place.files = {{"t", {kit.Path("t.csv")}}};
  kit.BindPlace(place);
  // What the report does not list is not needed.
  CHECK(kit.Call(kit.Select("t", {{"a", "type: text"}})).reason == "ok");
  const Heard missing = kit.Call(kit.Select("u", {{"a", "type: text"}}));
  CHECK(missing.reason == "query_unavailable");
  CHECK(missing.cause.find("no files are configured for the table u") != std::string::npos);
  kit.BindPath(kit.Path("t.csv"));  // whose, of two tables?
  CHECK(kit.Call(kit.Select("t", {{"a", "type: text"}})).reason == "query_unavailable");
  place.files["v"] = {kit.Path("t.csv")};
  kit.BindPlace(place);
  CHECK(kit.Call(kit.Select("t", {{"a", "type: text"}})).cause.find("for v, which is no table") != std::string::npos);
}

TEST_CASE("the receipt has size, time and SHA-256 of each input", "[files]") {
  FilesKit kit(kOne);
  kit.Put("a.csv", "a\nabc\n");
  kit.BindPath(kit.Path("a.csv"));
  const Heard heard = kit.Call(kit.Count("t"));
  REQUIRE(heard.receipt.inputs.size() == 1);
  const InputFile& input = heard.receipt.inputs.front();
  CHECK(input.table == "t");
  CHECK(input.path == std::filesystem::canonical(kit.Path("a.csv")));
  CHECK(input.bytes == 6);
  CHECK(input.sha256 == "6b6494035bc577dae2ff22d9522d839aff3a497561447d65da21ddd11bd5f151");
  struct stat status {};
  REQUIRE(::stat(kit.Path("a.csv").c_str(), &status) == 0);
  CHECK(input.modified.seconds == status.st_mtim.tv_sec);
}

TEST_CASE("a check lists inputs and their fields and reads no row", "[files]") {
  FilesKit kit(kOne);
  kit.Put("1.csv", "x,a\n1,2,3\n");  // the row would be refused
  kit.Bind("t", {"*.csv"});
  const auto report = kit.Select("t", {{"a", "type: text"}});
  const auto inspection = kit.Inspect(report);
  REQUIRE(inspection);
  REQUIRE(inspection->inputs.size() == 1);
  CHECK(inspection->inputs.front().bytes == 10);
  CHECK(inspection->inputs.front().sha256.empty());
  CHECK(inspection->fields.front().fields == std::vector<std::string>{"x", "a"});
  CHECK(inspection->clean());
  CHECK(kit.Call(report).reason == "invalid_input");
  kit.Put("2.csv", "x\n1\n");
  const auto drifted = kit.Inspect(report);
  REQUIRE_FALSE(drifted);
  CHECK(drifted.error().reason == "schema_drift");
}

TEST_CASE("patterns for names", "[files]") {
  using files::MatchesName;
  CHECK(MatchesName("*", "abc"));
  CHECK(MatchesName("a*c", "abc"));
  CHECK(MatchesName("a*b*c", "axxbxxc"));
  CHECK_FALSE(MatchesName("a*b", "abc"));
  CHECK(MatchesName("?", "\xC3\xA9"));
  CHECK_FALSE(MatchesName("?", "ab"));
  CHECK(MatchesName("[a-c]x", "bx"));
  CHECK_FALSE(MatchesName("[!a-c]x", "bx"));
  CHECK(MatchesName("[]]", "]"));
  CHECK(MatchesName("[", "["));
  CHECK(MatchesName("[a", "[a"));
  CHECK_FALSE(MatchesName("*", ".hidden"));
  CHECK(MatchesName(".*", ".hidden"));
  CHECK_FALSE(MatchesName("", "a"));
  CHECK(MatchesName("**a", "bba"));
  // No pattern takes more than its square.
  CHECK_FALSE(MatchesName("*a*a*a*a*a*a*a*a*a*b", std::string(250, 'a')));
}

}  // namespace
}  // namespace querygate::testing
