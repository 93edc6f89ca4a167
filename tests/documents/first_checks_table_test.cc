// docs/document-checks.md names the tests that answer the founding documents: each of them exists.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

struct Named {
  std::string file, test;
};

// Every "`tests/FILE`: NAME" of the page; NAME reaches to the next " · " or cell border.
std::vector<Named> NamedTests(const std::string& page) {
  std::vector<Named> named;
  constexpr std::string_view kStart = "`tests/";
  for (std::size_t at = page.find(kStart); at != std::string::npos; at = page.find(kStart, at + 1)) {
    const std::size_t close = page.find('`', at + 1);
    REQUIRE(close != std::string::npos);
    Named one{page.substr(at + 1, close - at - 1), {}};
    INFO(one.file);
    REQUIRE(page.compare(close, 3, "`: ") == 0);
    const std::size_t start = close + 3;
    const std::size_t end = std::min({page.find(" · ", start), page.find(" |", start), page.find('\n', start)});
    REQUIRE(end != std::string::npos);
    one.test = page.substr(start, end - start);
    named.push_back(std::move(one));
  }
  return named;
}

}  // namespace

TEST_CASE("every test that the table of checks names exists in its file") {
  const std::vector<Named> named = NamedTests(RepositoryFile("docs/document-checks.md"));
  CHECK(named.size() > 60);
  for (const Named& one : named) {
    INFO(one.file << ": " << one.test);
    if (one.file.ends_with(".cc")) {
      CHECK(RepositoryFile(one.file).find("TEST_CASE(\"" + one.test + "\"") != std::string::npos);
    } else {
      // A case of golden output: its name is its folder, what follows says what it shows.
      CHECK_FALSE(RepositoryFile(one.file + "/command").empty());
    }
  }
}

}  // namespace querygate::scenario
