#include "engine/policy/allowlist.h"

#include <algorithm>

namespace querygate {
namespace {

char FoldCharacter(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

}  // namespace

std::string FoldName(std::string_view name) {
  std::string folded(name);
  std::transform(folded.begin(), folded.end(), folded.begin(), FoldCharacter);
  return folded;
}

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char left, char right) { return FoldCharacter(left) == FoldCharacter(right); });
}

// The first grant of a name stays: a later spelling of it is a finding of the compiler, not a new right.
void Allowlist::AllowTable(std::string_view table, SourcePosition position) {
  tables_.try_emplace(FoldName(table), Table{Grant{std::string(table), position}, {}});
}

void Allowlist::AllowColumn(std::string_view table, std::string_view column, SourcePosition position) {
  const auto entry = tables_.try_emplace(FoldName(table), Table{Grant{std::string(table), position}, {}}).first;
  entry->second.columns.try_emplace(FoldName(column), Grant{std::string(column), position});
}

void Allowlist::AllowFunction(std::string_view function, SourcePosition position) {
  functions_.try_emplace(FoldName(function), Grant{std::string(function), position});
}

void Allowlist::AllowRecursion(SourcePosition position) {
  if (!recursion_) recursion_ = Grant{"recursive", position};
}

const Allowlist::Table* Allowlist::FindTable(std::string_view table) const {
  const auto found = tables_.find(FoldName(table));
  return found == tables_.end() ? nullptr : &found->second;
}

const Grant* Allowlist::FindColumn(std::string_view table, std::string_view column) const {
  const Table* entry = FindTable(table);
  if (entry == nullptr) return nullptr;
  const auto found = entry->columns.find(FoldName(column));
  return found == entry->columns.end() ? nullptr : &found->second;
}

const Grant* Allowlist::FindFunction(std::string_view function) const {
  const auto found = functions_.find(FoldName(function));
  return found == functions_.end() ? nullptr : &found->second;
}

}  // namespace querygate
