// A small database with a line through it: what a report lists, and what it does not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace querygate::fuzz {

struct WorldTable {
  std::string name;
  std::vector<std::string> listed;
  std::vector<std::string> unlisted;
  std::vector<std::string> key;  // listed columns that tell the rows apart; empty when there are none
  bool honest = true;            // a statement that uses it can be accepted
  bool permitted = true;         // the table itself is listed
};

const std::string& WorldSchema();
const std::vector<WorldTable>& WorldTables();
const std::vector<std::string>& WorldFunctions();

// The one table with row scope: column, scope name and the value that the tests call with.
inline constexpr const char* kScopedTable = "visits";
inline constexpr const char* kScopeColumn = "store";
inline constexpr const char* kScopeName = "place";
inline constexpr const char* kScopeValue = "S1";

// Two worlds of one `listed_seed` agree in everything that is listed: values of listed columns, rows of the
// scope, numbers of rows of listed tables. Everything else is drawn from `unlisted_seed`: values of unlisted
// columns, rowids that no column shows, rows of other scopes, rows of the unlisted table.
std::string WorldData(std::uint64_t listed_seed, std::uint64_t unlisted_seed);

}  // namespace querygate::fuzz
