// What SQLite's grammar makes of single tokens: which words can never be names, which tokens can name
// something, where a bracket closes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {

// Half-open range of token indexes.
struct TokenRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool empty() const { return begin >= end; }
  std::size_t size() const { return empty() ? 0 : end - begin; }
  friend bool operator==(const TokenRange&, const TokenRange&) = default;
};

// A word that is always a keyword when it is not quoted.
bool IsReservedWord(const SqlToken& token);

// A word that is a keyword in some places and may be a name in others (DESC, ROWS, LEFT, …).
bool IsKeywordOrName(const SqlToken& token);

// INNER, CROSS, LEFT, RIGHT, FULL, OUTER, NATURAL.
bool IsJoinWord(const SqlToken& token);

// A word that is not reserved, or a quoted identifier.
bool IsIdentifier(const SqlToken& token);

// Tokens that the grammar takes where a name is expected: identifiers and, by its leniency, strings.
bool IsName(const SqlToken& token);

// The folded name of an identifier or string token.
std::string FoldedName(const SqlToken& token);

bool IsOperator(const SqlToken& token, std::string_view text);

// Whether an operand can end with the token, so that what follows is an operator, an alias or a clause.
bool EndsOperand(const SqlToken& token);

// For every opening parenthesis the index of its closing one; for other tokens their own index. Empty
// when they do not balance.
std::vector<std::size_t> MatchParentheses(std::span<const SqlToken> tokens);

}  // namespace querygate::sqlite
