// Our lists of keywords against the library's own grammar.
#include <memory>
#include <string>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/sql_words.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {
namespace {

bool Compiles(sqlite3* connection, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr);
  sqlite3_finalize(statement);
  return code == SQLITE_OK;
}

TEST_CASE("Reserved words are those that SQLite never takes as a name") {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  for (int i = 0; i < sqlite3_keyword_count(); ++i) {
    const char* text = nullptr;
    int size = 0;
    REQUIRE(sqlite3_keyword_name(i, &text, &size) == SQLITE_OK);
    const std::string word(text, static_cast<std::size_t>(size));
    CAPTURE(word);
    const SqlTokens tokens = TokenizeSql(word);
    const SqlToken& token = tokens.tokens.at(0);
    CHECK(IsReservedWord(token) == !Compiles(raw, "CREATE TABLE x(" + word + ")"));
    CHECK((!IsReservedWord(token) && !IsJoinWord(token) && !IsWord(token, "INDEXED") && !IsWord(token, "LIKE") &&
           !IsWord(token, "GLOB") && !IsWord(token, "REGEXP") && !IsWord(token, "MATCH")) ==
          (Compiles(raw, "SELECT 1 " + word) && !IsReservedWord(token)));
  }
}

TEST_CASE("Parentheses are matched or refused") {
  const SqlTokens good = TokenizeSql("(a(b)) c");
  CHECK(MatchParentheses(good.tokens) == std::vector<std::size_t>{5, 1, 4, 3, 4, 5, 6});
  CHECK(MatchParentheses(TokenizeSql("(a").tokens).empty());
  CHECK(MatchParentheses(TokenizeSql("a)").tokens).empty());
  CHECK(MatchParentheses(TokenizeSql(")(").tokens).empty());
}

}  // namespace
}  // namespace querygate::sqlite
