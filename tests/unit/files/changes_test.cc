// Files that change between being looked at and having been read: the whole of one state, or a rejection.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include "engine/backend/files/image_cache.h"
#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

namespace fs = std::filesystem;

struct Change {
  const char* what;
  std::function<void(const std::string& path)> make;
};

const std::vector<Change>& Changes() {
  static const std::vector<Change> changes{
      {"replaced",
       [](const std::string& path) {
         WriteFile(path + ".new", "a\n7\n8\n9\n");
         fs::rename(path + ".new", path);
       }},
      {"cut short", [](const std::string& path) { fs::resize_file(path, 2); }},
      {"grown", [](const std::string& path) { std::ofstream(path, std::ios::app) << "5\n"; }},
      {"written over, of the same size",
       [](const std::string& path) {
         std::fstream file(path, std::ios::in | std::ios::out);
         file.seekp(2);
         file << '9';
       }},
      {"a link in its place",
       [](const std::string& path) {
         fs::rename(path, path + ".old");
         fs::create_symlink(path + ".old", path);
       }},
      {"a folder in its place",
       [](const std::string& path) {
         fs::rename(path, path + ".old");
         fs::create_directory(path);
       }},
      {"a FIFO in its place",
       [](const std::string& path) {
         fs::rename(path, path + ".old");
         REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
       }},
      {"gone", [](const std::string& path) { fs::rename(path, path + ".old"); }},
      {"unreadable", [](const std::string& path) { REQUIRE(::chmod(path.c_str(), 0) == 0); }},
  };
  return changes;
}

// What was true of the file before or after the change, or no answer.
bool IsWhole(const std::string& text) { return text == "{\"n\":2}\n" || text == "{\"n\":3}\n" || text == "{\"n\":0}\n"; }

TEST_CASE("a file that changes once is read as it then is, or not at all", "[files]") {
  for (const Change& change : Changes()) {
    for (const std::string step : {"listed", "opened", "read"}) {
      INFO(change.what << " when " << step);
      bool changed = false;
      std::string path;
      files::FilesOptions options;
      options.hook = [&](std::string_view at) {
        if (at != step || changed) return;
        changed = true;
        // Time passes for the file system too: what changed within one of its ticks has the same stamp.
        ::usleep(20'000);
        change.make(path);
      };
      FilesKit kit(TableOf("csv", "a: { type: integer }"), options);
      kit.Put("data", "a\n1\n2\n");
      path = kit.Path("data");
      kit.BindPath(path);
      const Heard heard = kit.Call(kit.Count("t"));
      INFO(heard.reason << ": " << heard.cause << heard.text);
      REQUIRE(changed);
      if (heard.reason == "ok") {
        CHECK(IsWhole(heard.text));
        if (std::string_view(change.what) == "replaced" || std::string_view(change.what) == "grown") {
          CHECK(heard.text == "{\"n\":3}\n");
        }
      } else {
        CHECK((heard.reason == "query_unavailable" || heard.reason == "input_changed"));
        CHECK(heard.text.empty());
      }
    }
  }
}

TEST_CASE("a file that keeps changing is input_changed", "[files]") {
  for (const std::string step : {"listed", "opened", "read"}) {
    INFO(step);
    std::string path;
    int times = 0;
    files::FilesOptions options;
    options.hook = [&](std::string_view at) {
      if (at != step) return;
      ++times;
      ::usleep(20'000);
      std::ofstream(path, std::ios::app) << times << '\n';
    };
    FilesKit kit(TableOf("csv", "a: { type: integer }"), options);
    kit.Put("data", "a\n1\n");
    path = kit.Path("data");
    kit.BindPath(path);
    CHECK(kit.Call(kit.Count("t")).reason == "input_changed");
    CHECK(times == 3);
  }
}

TEST_CASE("a file that joins while others are read is seen", "[files]") {
  bool joined = false;
  std::string path;
  files::FilesOptions options;
  options.hook = [&](std::string_view at) {
    if (at != "read" || joined) return;
    joined = true;
    WriteFile(path, "a\n3\n");
  };
  FilesKit kit(TableOf("csv", "a: { type: integer }"), options);
  kit.Put("in/1.csv", "a\n1\n2\n");
  path = kit.Path("in/2.csv");
  kit.Bind("t", {"in"});
  CHECK(kit.Call(kit.Count("t")).text == "{\"n\":3}\n");
}

struct Loads {
  int count = 0;
  files::FilesOptions Options(files::CacheBounds bounds = {}) {
    files::FilesOptions options;
    options.cache = bounds;
    options.hook = [this](std::string_view step) { count += step == "listed" ? 1 : 0; };
    return options;
  }
};

TEST_CASE("what did not change is not read again", "[files]") {
  Loads loads;
  FilesKit kit(TableOf("csv", "a: { type: integer }, b: { type: text }"), loads.Options(), true);
  kit.Put("data", "a,b\n1,x\n");
  kit.BindPath(kit.Path("data"));
  const auto count = kit.Count("t");
  const auto rows = kit.Select("t", {{"a", "type: integer, min: 0, max: 9"}, {"b", "type: text"}});
  for (int i = 0; i < 3; ++i) {
    CHECK(kit.Call(count).text == "{\"n\":1}\n");
    CHECK(kit.Call(rows).text == "{\"a\":1,\"b\":\"x\"}\n");
  }
  CHECK(loads.count == 1);
  CHECK(kit.Call(count).receipt.inputs.front().sha256.size() == 64);
  kit.Put("data", "a,b\n1,x\n2,y\n");
  CHECK(kit.Call(count).text == "{\"n\":2}\n");
  CHECK(loads.count == 2);
  // Its name is part of what it is.
  fs::rename(kit.Path("data"), kit.Path("other"));
  CHECK(kit.Call(count).reason == "query_unavailable");
  fs::rename(kit.Path("other"), kit.Path("data"));
  CHECK(kit.Call(count).text == "{\"n\":2}\n");
}

TEST_CASE("what changed just now is not remembered", "[files]") {
  Loads loads;
  FilesKit kit(TableOf("csv", "a: { type: integer }"), loads.Options());
  kit.Put("data", "a\n1\n");
  kit.BindPath(kit.Path("data"));
  const auto count = kit.Count("t");
  for (int i = 1; i <= 3; ++i) {
    CHECK(kit.Call(count).text == "{\"n\":1}\n");
    CHECK(loads.count == i);
  }
}

TEST_CASE("what is remembered has a bound of memory", "[files]") {
  std::string rows = "a\n";
  for (int i = 0; i < 5'000; ++i) rows += "0123456789\n";
  const auto loads_of = [&](files::CacheBounds bounds) {
    Loads loads;
    FilesKit kit(TableOf("csv", "a: { type: text }"), loads.Options(bounds), true);
    kit.Put("1", rows);
    kit.Put("2", rows);
    const auto count = kit.Count("t");
    for (int round = 0; round < 2; ++round) {
      for (const char* name : {"1", "2"}) {
        kit.BindPath(kit.Path(name));
        CHECK(kit.Call(count).text == "{\"n\":5000}\n");
      }
    }
    return loads.count;
  };
  CHECK(loads_of({.bytes = 1 << 20, .images = 8}) == 2);
  CHECK(loads_of({.bytes = 1 << 20, .images = 1}) == 4);
  CHECK(loads_of({.bytes = 150 << 10, .images = 8}) == 4);  // room for one
  CHECK(loads_of({.bytes = 10 << 10, .images = 8}) == 4);   // room for none
}

TEST_CASE("a file that is read is not loaded for a report that lists another table", "[files]") {
  Loads loads;
  FilesKit kit("tables:\n  t: { format: csv, columns: { a: { type: text } } }\n  u: { format: csv, columns: { a: { type: text } } }\n",
               loads.Options(), true);
  kit.Put("t", "a\n1\n");
  kit.Put("u", "broken\n");
  DataPlace place;
  place.files = {{"t", {kit.Path("t")}}, {"u", {kit.Path("u")}}};
  kit.BindPlace(place);
  const Heard heard = kit.Call(kit.Select("t", {{"a", "type: text"}}));
  CHECK(heard.reason == "ok");
  CHECK(heard.receipt.inputs.size() == 1);
  CHECK(kit.Call(kit.Select("u", {{"a", "type: text"}})).reason == "schema_drift");
}

}  // namespace
}  // namespace querygate::testing
