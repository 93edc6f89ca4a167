#include "engine/review/diff/text_search.h"

#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/contract/pattern.h"
#include "tests/fuzz/random.h"

namespace querygate::review {
namespace {

using Answer = TextSearch::Answer;

RegularLanguage Language(const std::string& expression) {
  auto language = RegularLanguage::OfExpression(expression);
  INFO(expression);
  REQUIRE(language.has_value());
  return *std::move(language);
}

// The first text that `inside` matches and `outside` does not.
TextSearch Beyond(const std::string& inside, const std::string& outside) {
  const RegularLanguage inner = Language(inside);
  const RegularLanguage outer = Language(outside);
  const TextRules rules{{&inner}, 0, std::nullopt};
  const TextRules other{{&outer}, 0, std::nullopt};
  return FindText(rules, &other);
}

TEST_CASE("a pattern that reaches further is told by its shortest new text") {
  struct Row {
    const char* inside;
    const char* outside;
    std::optional<std::string> text;  // nothing: included
  };
  const std::vector<Row> rows = {
      {"[OP][0-9]{1,12}", "[OP][0-9]{1,12}", std::nullopt},
      {"[OP][0-9]{1,13}", "[OP][0-9]{1,12}", "O0000000000000"},
      {"[OP][0-9]{1,12}", "[OP][0-9]{1,13}", std::nullopt},
      {"[OPQ][0-9]{1,12}", "[OP][0-9]{1,12}", "Q0"},
      {"a|b", "[ab]", std::nullopt},
      {"(?:a|b)*", "[ab]*", std::nullopt},
      {"[ab]*", "(?:a|b)+", ""},
      {"a{2,}", "aa+", std::nullopt},
      {"a{2,}", "aaa+", "aa"},
      {".", "[^\\n\\r]", std::nullopt},
      {"[^\\n\\r]", ".", "\xE2\x80\xA8"},  // U+2028: what `.` leaves out
      {"\\w", "[A-Za-z0-9_]", std::nullopt},
      {"\\d", "[0-8]", "9"},
      {"\\D", "[^0-9]", std::nullopt},
      {"\\x41", "A", std::nullopt},
      {"a+?", "a+", std::nullopt},
      {"^a$", "a", std::nullopt},
      {"a", "^a$", std::nullopt},
      {"(?:^a)?b", "ab|b", std::nullopt},
      {"a^b", "x", std::nullopt},  // never matches
      {"[a\\-]", "[-a]", std::nullopt},
      {"é", "e", "é"},
      {"[^x]+", "[^xy]+", "y"},
      {"(tool|toy)s?", "tool|toy|tools", "toys"},
  };
  for (const Row& row : rows) {
    INFO(row.inside << " beyond " << row.outside);
    const TextSearch found = Beyond(row.inside, row.outside);
    CHECK(found.answer == (row.text ? Answer::kFound : Answer::kNone));
    if (row.text) CHECK(found.text == *row.text);
  }
}

TEST_CASE("lengths are part of the question") {
  const RegularLanguage letters = Language("[a-z]*");
  const TextRules four{{&letters}, 0, 4};
  const TextRules five{{&letters}, 0, 5};
  CHECK(FindText(four, &five).answer == Answer::kNone);
  CHECK(FindText(five, &four).text == "aaaaa");
  const TextRules from_two{{&letters}, 2, 4};
  CHECK(FindText(four, &from_two).text.empty());
  CHECK(FindText(four, &from_two).answer == Answer::kFound);
  CHECK(FindText(from_two, &four).answer == Answer::kNone);
  CHECK(FindText(from_two, nullptr).text == "aa");
}

TEST_CASE("what cannot be compared is not guessed") {
  CHECK_FALSE(RegularLanguage::OfExpression("\\p{Lu}+").has_value());
  CHECK_FALSE(RegularLanguage::OfExpression("a\\b").has_value());
  CHECK_FALSE(RegularLanguage::OfExpression("(?:(?:a{1,1000}){1,100}){1,100}").has_value());
  const RegularLanguage letters = Language("[a-z]*");
  const TextRules long_texts{{&letters}, 0, 5'000};
  const TextRules longer_texts{{&letters}, 0, 6'000};
  CHECK(FindText(longer_texts, &long_texts).answer == Answer::kUndecided);
  // (a|b)*a(a|b){n} needs 2^n states when made deterministic.
  CHECK(Beyond("[ab]*a[ab]{18}", "[ab]*b[ab]{17}").answer != Answer::kNone);
  CHECK(Beyond("[ab]*a[ab]{30}c", "[ab]*a[ab]{30}[cd]").answer == Answer::kUndecided);
}

// A random expression of the shared syntax, small enough to be tried on every short text.
std::string RandomExpression(fuzz::Random& random, int depth) {
  static const std::vector<std::string> kAtoms = {"a", "b", "[ab]", "[^a]", ".", "\\w", "c", "[b-d]"};
  if (depth == 0) return random.Pick(kAtoms);
  const std::string first = RandomExpression(random, depth - 1);
  switch (random.Below(6)) {
    case 0:
      return first + RandomExpression(random, depth - 1);
    case 1:
      return "(?:" + first + "|" + RandomExpression(random, depth - 1) + ")";
    case 2:
      return "(?:" + first + ")*";
    case 3:
      return "(?:" + first + "){1,2}";
    case 4:
      return "(?:" + first + ")?";
    default:
      return first;
  }
}

std::vector<std::string> ShortTexts() {
  std::vector<std::string> texts = {""};
  for (std::size_t at = 0; at < texts.size() && texts[at].size() < 4; ++at) {
    for (const char letter : {'a', 'b', 'c', 'd', '-'}) texts.push_back(texts[at] + letter);
  }
  return texts;
}

TEST_CASE("the comparison agrees with the matcher on every short text") {
  const std::vector<std::string> texts = ShortTexts();
  fuzz::Random random(7);
  int found = 0;
  int included = 0;
  for (int pair = 0; pair < 150; ++pair) {
    const std::string inside = RandomExpression(random, 3);
    const std::string outside = RandomExpression(random, 3);
    INFO(inside << " beyond " << outside);
    const auto inner = CompilePattern(inside);
    const auto outer = CompilePattern(outside);
    REQUIRE(inner.has_value());
    REQUIRE(outer.has_value());
    const TextSearch search = Beyond(inside, outside);
    REQUIRE(search.answer != Answer::kUndecided);
    if (search.answer == Answer::kFound) {
      ++found;
      CHECK((*inner)->Matches(search.text));
      CHECK_FALSE((*outer)->Matches(search.text));
      for (const std::string& text : texts) {  // nothing shorter
        if (text.size() < search.text.size()) CHECK_FALSE(((*inner)->Matches(text) && !(*outer)->Matches(text)));
      }
    } else {
      ++included;
      for (const std::string& text : texts) CHECK_FALSE(((*inner)->Matches(text) && !(*outer)->Matches(text)));
    }
  }
  CHECK(found > 50);
  CHECK(included > 15);
}

}  // namespace
}  // namespace querygate::review
