// The conditions and orders of a statement, found by its tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querygate::trial::mutations {

// A change of a statement's text: `length` bytes at `offset` become `text`.
struct SqlEdit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
  std::string words;  // what the change means, quoting the statement
};

// Each condition of WHERE, HAVING and ON that must hold made always true, its parameters kept.
std::vector<SqlEdit> ConjunctsDropped(std::string_view sql);
// Each condition joined by OR made always false.
std::vector<SqlEdit> AlternativesDropped(std::string_view sql);
// `<` and `<=`, `>` and `>=`, each turned into the other.
std::vector<SqlEdit> BoundariesMoved(std::string_view sql);
// Each term of each ORDER BY turned round.
std::vector<SqlEdit> OrdersReversed(std::string_view sql);

std::string Apply(std::string_view sql, const SqlEdit& edit);

}  // namespace querygate::trial::mutations
