// The decision about one access: pure, default deny, naming the clause that decided.
#pragma once

#include <string>
#include <vector>

#include "engine/policy/access_event.h"
#include "engine/policy/allowlist.h"

namespace querygate {

// A scoped table as it exists on one connection. Names are exact spellings.
struct ScopedAccess {
  std::string table;                       // base table and public view, folded
  std::string secret_view;                 // unguessable; reads the base table
  std::string secret_function;             // unguessable; gives the scope values
  std::vector<std::string> columns;        // what the views expose, folded
  std::vector<std::string> scope_columns;  // what the filter reads, folded
};

// What one connection may do for one report.
struct AccessPolicy {
  const Allowlist* allowlist = nullptr;  // outlives the policy
  std::vector<ScopedAccess> scoped;
  std::string main_schema = "main";   // where base tables live
  std::string scope_schema = "temp";  // where the scope views live
  // Folded names of the statement's common table expressions, none of them a schema object: SQLite reports
  // a materialised one that gives no column like a table from which no column is read.
  std::vector<std::string> local_names;
  // Nothing is behind the connection but an empty schema and nothing will be run: denied reads and calls are
  // recorded and let pass, so that an author learns of all of them at once. Never for a database with data.
  bool survey = false;
};

struct Verdict {
  bool allowed = false;
  std::string_view rule;         // when denied: alias of a row of the rule table, e.g. "unlisted-column"
  const Grant* grant = nullptr;  // when allowed by a clause of the report
};

// Never throws, allocates only on the denying path. Unknown kinds and missing names are denied.
Verdict Authorize(const AccessPolicy& policy, const AccessEvent& event);

}  // namespace querygate
