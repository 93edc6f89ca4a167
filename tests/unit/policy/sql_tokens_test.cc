#include "engine/policy/sql_tokens.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

using Kind = SqlToken::Kind;

// "w:SELECT n:1": one letter for the kind, then the text as written.
std::string Show(std::string_view sql) {
  std::string shown;
  for (const SqlToken& token : TokenizeSql(sql).tokens) {
    constexpr std::string_view kLetters = "wqsbnpo;!";
    if (!shown.empty()) shown += ' ';
    shown += kLetters[static_cast<std::size_t>(token.kind)];
    shown += ':';
    shown += token.text;
  }
  return shown;
}

TEST_CASE("SQL text falls into the database's tokens") {
  struct Row {
    const char* sql;
    const char* tokens;
  };
  const Row row = GENERATE(values<Row>({
      {"", ""},
      {" \t\n\f\r", ""},
      {"SELECT 1", "w:SELECT n:1"},
      {"a$b", "w:a$b"},
      {"_x1", "w:_x1"},
      {"é", "w:é"},
      {"a\xFF", "w:a\xFF"},
      {"-- x\ny", "w:y"},
      {"-- x\ry", ""},
      {"a--", "w:a"},
      {"- -", "o:- o:-"},
      {"/**/a/***/b/* * / */c", "w:a w:b w:c"},
      {"/*/ a", ""},
      {"'a''b'", "s:'a''b'"},
      {"''", "s:''"},
      {"'a' 'b'", "s:'a' s:'b'"},
      {"'a", "!:'a"},
      {"'a''", "!:'a''"},
      {"\"a\"\"b\"", "q:\"a\"\"b\""},
      {"\"a'b\"", "q:\"a'b\""},
      {"`a``b`", "q:`a``b`"},
      {"[a]]", "q:[a] !:]"},
      {"[a", "!:[a"},
      {"x'00aF'", "b:x'00aF'"},
      {"X''", "b:X''"},
      {"x'0'", "!:x'0'"},
      {"x'0g'1", "!:x'0g' n:1"},
      {"x'00", "!:x'00"},
      {"x '00'", "w:x s:'00'"},
      {"1.5e-3", "n:1.5e-3"},
      {".5", "n:.5"},
      {"5.", "n:5."},
      {"1.e5", "n:1.e5"},
      {"1e+", "!:1e o:+"},
      {"0x1F", "n:0x1F"},
      {"0x", "!:0x"},
      {"0x1g", "!:0x1g"},
      {"1_000", "!:1_000"},
      {"12ab", "!:12ab"},
      {"t.5", "w:t n:.5"},
      {"t.c", "w:t o:. w:c"},
      {":a @b $c", "p::a p:@b p:$c"},
      {"?", "p:?"},
      {"?12a", "p:?12 w:a"},
      {"$a::b(c)d", "p:$a::b(c) w:d"},
      {"$a(b c)", "!:$a(b w:c o:)"},
      {":a(b", "!::a(b"},
      {":", "!::"},
      {"::a", "!:: p::a"},
      {":::a", "p::::a"},
      {"#1", "!:# n:1"},
      {"a->>b->c", "w:a o:->> w:b o:-> w:c"},
      {"||<=<><<>=>>==!=<>=", "o:|| o:<= o:<> o:<< o:>= o:>> o:== o:!= o:<> o:="},
      {"!", "!:!"},
      {"(,)+*/%&|~", "o:( o:, o:) o:+ o:* o:/ o:% o:& o:| o:~"},
      {"a;b", "w:a ;:; w:b"},
      {"\v", "!:\v"},
      {" \va", "w:a"},
      {"\xEF\xBB\xBF"
       "a",
       "w:a"},
      {"a\xEF\xBB\xBF", "w:a\xEF\xBB\xBF"},
      {"\xEF\xBB", "w:\xEF\xBB"},
      {"{\\}^", "!:{ !:\\ !:} !:^"},
  }));
  CAPTURE(row.sql);
  CHECK(Show(row.sql) == row.tokens);
}

TEST_CASE("A comment that never ends is told") {
  struct Row {
    const char* sql;
    bool unterminated;
  };
  const Row row = GENERATE(values<Row>({{"a /* b", true},
                                        {"a /*", true},
                                        {"a /*/", true},
                                        {"a /* b *", true},
                                        {"a /* b */", false},
                                        {"a -- b", false},
                                        {"'/*'", false},
                                        {"\"/*\"", false},
                                        {"-- /*", false}}));
  CAPTURE(row.sql);
  CHECK(TokenizeSql(row.sql).unterminated_comment == row.unterminated);
}

TEST_CASE("Nothing behind a NUL byte is read") {
  using namespace std::string_view_literals;
  const SqlTokens tokens = TokenizeSql("a\0b"sv);
  CHECK(tokens.has_nul);
  REQUIRE(tokens.tokens.size() == 1);
  CHECK(tokens.tokens[0].text == "a");
  CHECK_FALSE(TokenizeSql("a").has_nul);
  CHECK(TokenizeSql("'a\0'"sv).tokens.at(0).kind == Kind::kInvalid);
}

TEST_CASE("An identifier's name loses its quotes") {
  struct Row {
    const char* sql;
    const char* name;
  };
  const Row row = GENERATE(values<Row>({{"a", "a"},
                                        {"\"a\"\"b\"", "a\"b"},
                                        {"[a\"b]", "a\"b"},
                                        {"`a``b`", "a`b"},
                                        {"'it''s'", "it's"},
                                        {"\"\"", ""},
                                        {"\"", "\""}}));
  CAPTURE(row.sql);
  CHECK(IdentifierName(TokenizeSql(row.sql).tokens.at(0)) == row.name);
}

TEST_CASE("Only unquoted words are keywords") {
  CHECK(IsWord(TokenizeSql("uSiNg").tokens.at(0), "USING"));
  CHECK_FALSE(IsWord(TokenizeSql("\"using\"").tokens.at(0), "USING"));
  CHECK_FALSE(IsWord(TokenizeSql("'using'").tokens.at(0), "USING"));
  CHECK_FALSE(IsWord(TokenizeSql("using1").tokens.at(0), "USING"));
  CHECK_FALSE(IsWord(TokenizeSql("usin").tokens.at(0), "USING"));
}

TEST_CASE("Any bytes are read without gaps, overlaps or strays") {
  std::mt19937 random(20240501);
  constexpr std::string_view kPieces = "'\"`[]/*-->|<=!?:@$#.;()xX0eE_ \t\v\n\\a\xEF\xBB\xBF\xC3\x01";
  for (int round = 0; round < 20000; ++round) {
    std::string bytes;
    for (std::size_t length = random() % 24; length > 0; --length) {
      bytes += random() % 8 == 0 ? static_cast<char>(random() % 256) : kPieces[random() % kPieces.size()];
    }
    // An exactly sized heap copy, so that a sanitizer sees a read past the end.
    const std::vector<char> exact(bytes.begin(), bytes.end());
    const std::string_view sql(exact.data(), exact.size());
    const SqlTokens tokens = TokenizeSql(sql);
    std::size_t end = 0;
    for (const SqlToken& token : tokens.tokens) {
      REQUIRE(token.offset >= end);
      REQUIRE(!token.text.empty());
      end = token.offset + token.text.size();
      REQUIRE(end <= sql.size());
      REQUIRE(sql.substr(token.offset, token.text.size()) == token.text);
    }
  }
}

}  // namespace
}  // namespace querygate
