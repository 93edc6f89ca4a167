// Allowlists and reads as flat lists of subjects.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/policy/allowlist.h"
#include "engine/review/diff/side.h"

namespace querygate::review {

struct NamedGrant {
  enum class Kind { kTable, kColumn, kFunction, kRecursion };
  Kind kind = Kind::kTable;
  std::string subject;  // "table parcels", "parcels.zone", "function count", "recursion"
  SourcePosition position;
};

// Tables first, each followed by its columns, then functions and recursion.
std::vector<NamedGrant> GrantsOf(const Allowlist& allowlist);

// By name as the database compares names.
bool Contains(const std::vector<NamedGrant>& grants, const NamedGrant& grant);

// What the statements of a report touch, folded, in the words of NamedGrant::subject.
std::set<std::string> ReadsOf(const ReviewedReport& report);

}  // namespace querygate::review
