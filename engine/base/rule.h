// The table of rules: one row for every kind of finding that a diagnostic can carry. Adding a rule is
// adding a row here and the code that reports it; a test refuses aliases that have no row.
#pragma once

#include <span>
#include <string_view>

#include "engine/base/diagnostic.h"

namespace querygate {

struct Rule {
  std::string_view id;       // "QG102": stable, never reused
  std::string_view alias;    // "unlisted-column"
  Severity severity;         // default level
  bool security;             // cannot be lowered without a stated reason
  std::string_view summary;  // one line
};

std::span<const Rule> Rules();

// By id or alias; null when there is none.
const Rule* FindRule(std::string_view id_or_alias);

// What stops a report from running, whatever lint says: the errors of the groups QG0xx to QG2xx. Hiding such a
// finding would hide what `run` refuses.
bool IsEnforced(const Rule& rule);

// Whether a comment in a declaration may suppress the rule's findings: neither what is enforced, nor a security
// rule, nor the findings about suppressions themselves (QG4xx).
bool IsSuppressible(const Rule& rule);

}  // namespace querygate
