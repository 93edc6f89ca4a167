#include "tools/querygate/words.h"

#include <array>

#include <catch2/catch.hpp>

namespace querygate::cli {
namespace {

constexpr std::array kOptions{
    Option{"format", "FORMAT", ""},
    Option{"source", "NAME=PATH", "", true},
    Option{"allow-partial", {}, ""},
};

using Operands = std::vector<std::string>;

std::string FaultOf(const std::vector<std::string>& arguments) {
  auto words = ParseWords(kOptions, arguments);
  return words ? "" : words.error().message + "|" + words.error().help;
}

TEST_CASE("options may stand anywhere, operands keep their order and their text") {
  const auto words = ParseWords(kOptions, {"report", "--format", "json", "a=-5", "--allow-partial", "b:=[1, 2]",
                                           "--source=x=a=b", "--source", "y=c", "--", "--format", "-x=1"});
  REQUIRE(words);
  CHECK(words->operands == Operands{"report", "a=-5", "b:=[1, 2]", "--format", "-x=1"});
  CHECK(words->Value("format") == "json");
  CHECK(words->Values("source") == Operands{"x=a=b", "y=c"});
  CHECK(words->Has("allow-partial"));
  CHECK_FALSE(words->Has("absent"));
  CHECK_FALSE(words->Value("allow-partial").has_value());
  CHECK(words->Values("absent").empty());
}

TEST_CASE("values may start with a dash, be empty as a word of their own, or hold blanks") {
  const auto dash = ParseWords(kOptions, {"--format", "-5"});
  REQUIRE(dash);
  CHECK(dash->Value("format") == "-5");
  const auto empty = ParseWords(kOptions, {"", "a="});
  REQUIRE(empty);
  CHECK(empty->operands == Operands{"", "a="});
}

TEST_CASE("faults name the option and the nearest one") {
  CHECK(FaultOf({"--formt", "json"}) == "unknown option --formt|did you mean --format?");
  CHECK(FaultOf({"--formt=json"}) == "unknown option --formt|did you mean --format?");
  CHECK(FaultOf({"--form", "json"}) == "unknown option --form|did you mean --format?");
  CHECK(FaultOf({"-x"}) == "unknown option -x|words that start with a dash go behind --");
  CHECK(FaultOf({"--operand", "x"}) == "unknown option --operand|words that start with a dash go behind --");
  CHECK(FaultOf({"--format"}) == "--format needs a value|");
  CHECK(FaultOf({"--format="}) == "--format needs a value|");
  CHECK(FaultOf({"--allow-partial=1"}) == "--allow-partial takes no value|");
  CHECK(FaultOf({"--format", "a", "--format", "b"}) == "--format is given twice|");
}

}  // namespace
}  // namespace querygate::cli
