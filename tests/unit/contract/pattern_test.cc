#include "engine/contract/pattern.h"

#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

std::shared_ptr<const Pattern> Compiled(const std::string& expression) {
  Expected<std::shared_ptr<const Pattern>, std::string> pattern = CompilePattern(expression);
  INFO((pattern ? std::string() : pattern.error()));
  REQUIRE(pattern.has_value());
  CHECK((*pattern)->expression() == expression);
  return *pattern;
}

}  // namespace

TEST_CASE("a pattern is anchored at both ends and counts code points", "[pattern]") {
  struct Row {
    std::string expression, text;
    bool matches;
  };
  const auto row = GENERATE(values<Row>({
      {"[OP][0-9]{1,12}", "O1001", true},
      {"[OP][0-9]{1,12}", "O", false},
      {"[OP][0-9]{1,12}", "xO1001", false},
      {"[OP][0-9]{1,12}", "O1001x", false},
      {"[OP][0-9]{1,12}", "O1001\n", false},
      {"[OP][0-9]{1,12}", "O123456789012", true},
      {"[OP][0-9]{1,12}", "O1234567890123", false},
      {"a|b", "a", true},
      {"a|b", "ab", false},
      {"^a$", "a", true},
      {"a?", "", true},
      {".", "\xF0\x9F\x98\x80", true},
      {".", "e\xCC\x81", false},
      {"..", "e\xCC\x81", true},
      {".", "\n", false},
      {".", "\r", false},
      {".", "\xE2\x80\xA8", false},  // U+2028
      {".", "\xE2\x80\xA9", false},
      {".", "\xE2\x80\xA7", true},
      {"[^a]", "\n", true},
      {"[.]", "x", false},
      {"\\d", "7", true},
      {"\\d", "\xD9\xA3", false},  // an Arabic-Indic digit
      {"\\w+", "Az_09", true},
      {"\\w", "\xC3\xA9", false},
      {"\\W", "\xC3\xA9", true},
      {"\\p{L}+",
       "Stra\xC3\x9F"
       "e",
       true},
      {"\\P{Lu}", "a", true},
      {"\\P{Lu}", "A", false},
      {"[\\p{Lu}\\d]", "A", true},
      {"A", "a", false},
      {"(a|b)*c", "ababc", true},
      {"(?:ab)+?", "abab", true},
      {"[a\\-c]", "-", true},
      {"[a\\-c]", "b", false},
      {"[-a]", "-", true},
      {"[a-]", "-", true},
      {"\\x41", "A", true},
      {"\\$\\^\\.\\/", "$^./", true},
      {"\\bab\\b", "ab", true},
      {"[\xE4\xB8\x80-\xE9\xBF\xBF]", "\xE6\x9D\xB1", true},
      {"[\xE4\xB8\x80-\xE9\xBF\xBF]", "a", false},
  }));
  CAPTURE(row.expression, row.text);
  CHECK(Compiled(row.expression)->Matches(row.text) == row.matches);
}

TEST_CASE("what RE2 and ECMA-262 do not share is refused, and named", "[pattern]") {
  struct Row {
    std::string expression, word;  // of the message
  };
  const auto row = GENERATE(values<Row>({
      {"", "empty"},
      {"\\A", "'\\A'"},
      {"a\\z", "'\\z'"},
      {"a\\Z", "'\\Z'"},
      {"\\Qa.b\\E", "'\\Q'"},
      {"\\C", "'\\C'"},
      {"\\a", "'\\a'"},
      {"\\_", "'\\_'"},
      {"\\1", "'\\1'"},
      {"(a)\\1", "'\\1'"},
      {"\\0", "'\\0'"},
      {"\\x{41}", "'\\x'"},
      {"\\x4", "'\\x'"},
      {"\\u0041", "'\\u'"},
      {"\\cA", "'\\c'"},
      {"\\k<a>", "'\\k'"},
      {"\\\xC3\xA9", "'\\\xC3\xA9'"},
      {"\\-", "'\\-'"},
      {"\\s", "spaces"},
      {"[\\s]", "spaces"},
      {"\\S", "spaces"},
      {"\\pL", "general category"},
      {"\\pN", "general category"},
      {"\\p{^L}", "general category"},
      {"\\p{C}", "general category"},
      {"\\p{Greek}", "general category"},
      {"\\p{Script=Greek}", "general category"},
      {"\\p{L", "general category"},
      {"(?i)a", "shared groups"},
      {"(?i:a)", "shared groups"},
      {"(?P<name>a)", "shared groups"},
      {"(?<name>a)", "shared groups"},
      {"(?=a)", "shared groups"},
      {"(?!a)", "shared groups"},
      {"(?<=a)", "shared groups"},
      {"(?>a)", "shared groups"},
      {"(?#a)", "shared groups"},
      {"a++", "quantifier"},
      {"a**", "quantifier"},
      {"a{2}{3}", "quantifier"},
      {"a{2}+", "quantifier"},
      {"a???", "quantifier"},
      {"*a", "quantifier"},
      {"(*a)", "quantifier"},
      {"a|+", "quantifier"},
      {"^*", "quantifier"},
      {"a$?", "quantifier"},
      {"\\b+", "quantifier"},
      {"a{,5}", "'{'"},
      {"a{", "'{'"},
      {"a{1", "'{'"},
      {"a{x}", "'{'"},
      {"a{02}", "'{'"},
      {"a}", "'}'"},
      {"a]", "']'"},
      {"[[:alpha:]]", "'['"},
      {"[a[]", "'['"},
      {"[]a]", "empty"},
      {"[]", "empty"},
      {"[^]", "empty"},
      {"[a", "not closed"},
      {"[a-c-e]", "bounds no range"},
      {"[\\d-z]", "range starts"},
      {"[a-\\d]", "range ends"},
      {"[\\b]", "'\\b'"},
      {"a\\", "backslash"},
      {"[a\\", "backslash"},
      {"\xFF", "UTF-8"},
      {std::string("a\0b", 3), "NUL"},
      {std::string(1'001, 'a'), "longer than 1000"},
      // Left to RE2; ECMA-262 refuses them as well.
      {"(a", "missing"},
      {"a)", "unexpected"},
      {"[b-a]", "range"},
      {"a{3,2}", "repetition"},
      {"a{1001}", "repetition"},
  }));
  CAPTURE(row.expression);
  const Expected<std::shared_ptr<const Pattern>, std::string> pattern = CompilePattern(row.expression);
  REQUIRE_FALSE(pattern.has_value());
  CHECK_THAT(pattern.error(), Catch::Contains(row.word));
  CHECK(pattern.error().find('\n') == std::string::npos);
}

TEST_CASE("a program may be large, but not without bound", "[pattern]") {
  CHECK(CompilePattern("\\p{L}{1,80}").has_value());
  CHECK(CompilePattern("[a-z0-9_]{1,1000}").has_value());
  CHECK_FALSE(CompilePattern("(((a{100}){100}){100})").has_value());
  CHECK_FALSE(CompilePattern("(\\p{L}{1000}){10}").has_value());
}

TEST_CASE("an expression that is slow elsewhere answers on hostile text", "[pattern]") {
  CHECK_FALSE(Compiled("(a|aa)+")->Matches(std::string(100'000, 'a') + "b"));
  CHECK_FALSE(Compiled("(a*)*b")->Matches(std::string(100'000, 'a')));
}
