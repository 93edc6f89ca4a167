// Rules that look at single words.
#include <algorithm>
#include <array>
#include <string>

#include "engine/backend/sqlite/text_check.h"

namespace querygate::sqlite {
namespace {

struct RefusedWord {
  std::string_view word;
  std::string_view why;
  std::string_view instead;
};

constexpr std::array kRefusedWords{
    RefusedWord{"USING", "the columns it compares are not reported to the authorizer", "write ON a.column = b.column"},
    RefusedWord{"NATURAL", "the columns it compares are not reported to the authorizer",
                "write ON a.column = b.column"},
    RefusedWord{"INDEXED", "an index it names is not reported to the authorizer", "leave the choice of index out"},
};

constexpr std::array<std::string_view, 3> kCollations{"binary", "nocase", "rtrim"};

}  // namespace

void CheckInvalidTokens(TextCheck& check) {
  for (std::size_t i = 0; i < check.tokens().size(); ++i) {
    if (check.tokens()[i].kind != SqlToken::Kind::kInvalid) continue;
    check.Report("sql-error", i, "the SQL cannot be read from here on",
                 "close quotes; write numbers without separators", "");
    return;
  }
}

void CheckRefusedWords(TextCheck& check) {
  for (std::size_t i = 0; i < check.tokens().size(); ++i) {
    for (const RefusedWord& refused : kRefusedWords) {
      if (!IsWord(check.tokens()[i], refused.word)) continue;
      const std::string word(refused.word);
      check.Report("refused-word", i, word + " is refused: " + std::string(refused.why), std::string(refused.instead),
                   word);
    }
  }
}

void CheckCollations(TextCheck& check) {
  for (std::size_t i = 0; i + 1 < check.tokens().size(); ++i) {
    if (!IsWord(check.tokens()[i], "COLLATE")) continue;
    const std::string name = FoldedName(check.tokens()[i + 1]);
    if (std::find(kCollations.begin(), kCollations.end(), name) != kCollations.end()) continue;
    check.Report("unknown-collation", i + 1, "collation " + name + " is not built in", "use BINARY, NOCASE or RTRIM",
                 name);
  }
}

void CheckParameters(TextCheck& check) {
  for (std::size_t i = 0; i < check.tokens().size(); ++i) {
    const SqlToken& token = check.tokens()[i];
    if (token.kind != SqlToken::Kind::kParameter) continue;
    const bool plain = token.text.front() == ':' && token.text.find_first_of(":(", 1) == std::string_view::npos;
    if (plain) continue;
    check.Report("positional-parameter", i, "parameter " + std::string(token.text) + " is not written as :name",
                 "write :name with the name of a declared parameter", std::string(token.text));
  }
}

}  // namespace querygate::sqlite
