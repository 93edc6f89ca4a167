// Random SELECT statements over the world's tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/fuzz/random.h"

namespace querygate::fuzz {

class Grammar {
 public:
  // `hostility` is the percentage of choices that go against the rules: unlisted names, refused words, missing
  // order. Zero still gives statements that the gate refuses.
  Grammar(Random& random, int hostility) : random_(random), hostility_(hostility) {}

  std::string Statement();

 private:
  // Something in FROM, as the expressions around it see it.
  struct Source {
    std::string alias;
    std::vector<std::string> columns;
    std::vector<std::string> unlisted;
    std::vector<std::string> key;
  };
  using Scope = std::vector<Source>;

  bool Hostile() { return random_.Chance(hostility_); }
  std::string Spell(const std::string& name);
  std::string NewName(const char* stem) { return stem + std::to_string(++names_); }
  std::string Word(const char* word);

  std::string WithClause();
  std::string CommonTable();
  std::string Recursive();
  std::string Body(std::size_t width, int depth, bool top);
  std::string Compound(std::size_t width, int depth, bool top);
  std::string Core(std::size_t width, int depth, Scope& scope, bool top);
  std::string Outputs(std::size_t width, int depth, const std::vector<std::string>& groups);
  std::string Ordering(std::size_t width, const Scope& scope, bool total);
  std::string OrderTail();
  std::string Limit();

  std::string From(int depth, Scope& scope);
  std::string Join(const Scope& left, const Source& right);
  std::string TableSource(Source& source, int depth);

  std::string Column();
  std::string Column(const Source& source);
  std::string Literal();
  std::string Expression(int depth);
  std::string Condition(int depth);
  std::string Call(int depth);
  std::string Aggregate(int depth);
  std::string Window(int depth);
  std::string ScalarQuery(int depth);
  std::string RowsQuery(int depth);
  std::string Correlated();

  Random& random_;
  int hostility_;
  int names_ = 0;
  std::vector<Scope> scopes_;  // innermost last
  std::vector<Source> common_tables_;
};

}  // namespace querygate::fuzz
