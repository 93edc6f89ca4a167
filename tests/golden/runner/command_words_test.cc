#include "tests/golden/runner/command_words.h"

#include <catch2/catch.hpp>

namespace querygate::golden {
namespace {

using Split = std::vector<std::string>;

TEST_CASE("words of a case are quoted as in a shell") {
  CHECK(SplitWords("") == Split{});
  CHECK(SplitWords("  run  a=b ") == Split{"run", "a=b"});
  CHECK(SplitWords("a='b c' \"d \\\" e\" f\\ g") == Split{"a=b c", "d \" e", "f g"});
  CHECK(SplitWords("'' \"\"") == Split{"", ""});
  CHECK(SplitWords("'a\\b'") == Split{"a\\b"});
  CHECK(SplitWords("tags:='[\"x\"]'") == Split{"tags:=[\"x\"]"});
  CHECK_FALSE(SplitWords("'open").has_value());
  CHECK_FALSE(SplitWords("\"open").has_value());
  CHECK_FALSE(SplitWords("end\\").has_value());
}

}  // namespace
}  // namespace querygate::golden
