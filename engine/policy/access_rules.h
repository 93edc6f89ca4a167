// Who may call what: the compiled `Access` document. Pure; thread-safe once compiled.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/contract/parameter_spec.h"
#include "engine/declaration/access.h"
#include "engine/policy/compile.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

// `*` matches within a segment, `**` across segments; no other wildcard.
bool MatchesGlob(std::string_view glob, std::string_view id);

struct AccessRules {
  std::shared_ptr<const AccessDeclaration> declaration;  // null: no Access document
};

Compiled<AccessRules> CompileAccess(std::shared_ptr<const AccessDeclaration> declaration);

// Who is asking. Everything here comes from a verified identity or from the host, never from arguments.
struct Caller {
  enum class Kind { kLocal, kIdentified, kAnonymous };
  Kind kind = Kind::kLocal;
  std::vector<std::string> roles;  // of an identified caller
  Arguments scope;                 // scope name to value as claimed
  // The request was made on this machine by whoever runs the program (`run --as`, `test`), not over a server.
  // A draft runs only so; the default is the narrower answer.
  bool on_host = false;
};

struct Permission {
  // One entry for each role that permits the report: that role's narrowings (possibly none). The caller
  // may do what at least one role permits.
  std::vector<std::vector<TypedNarrowing>> alternatives;
};

// not_permitted (kNotPermitted) when no role of the caller reaches the report. Without an Access document
// a local caller may call anything that needs no scope it lacks, and nobody else may call anything.
Expected<Permission, Rejection> Permit(const AccessRules& rules, const Caller& caller, const CompiledReport& report);

// Narrowings of `report` that name unknown parameters or values that it never takes; they stand in the
// Access document.
Diagnostics CheckNarrowings(const AccessRules& rules, const CompiledReport& report);

// Narrowings of reports that do not exist. `report_ids` are all there are.
Diagnostics CheckAccessedReports(const AccessRules& rules, const std::vector<std::string>& report_ids);

// Scope values that the report or its source need and the Access document does not map from a claim. Without
// an Access document the host alone supplies them, and nothing is found.
Diagnostics CheckScopeNames(const AccessRules& rules, const CompiledReport& report);

}  // namespace querygate
