// `kind: Gateway`: one deployment. Never part of a declaration, never chosen by a caller.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/source_text.h"
#include "engine/declaration/audit.h"
#include "engine/declaration/identity.h"
#include "engine/declaration/rate_limits.h"

namespace querygate {

struct SourceLocation {
  Located<std::string> name;
  std::optional<Located<std::string>> path;  // may hold `${VARIABLE}`
  // A database for each value of a scope: `{ by: tenant, paths: { a: …, b: … } }`.
  std::optional<Located<std::string>> by;
  std::vector<std::pair<Located<std::string>, Located<std::string>>> paths;
};

// How grave one lint rule's findings are here: `lint: { levels: { select-star: off } }`.
struct LintLevelDeclaration {
  Located<std::string> rule;         // its id or alias; known to exist
  std::optional<Severity> severity;  // empty: off
  std::string reason;                // why; never empty where a security rule is lowered
};

struct GatewayDeclaration {
  std::shared_ptr<const SourceText> text;
  std::string directory;  // of the file; relative paths start here
  Located<std::string> reports, policies;
  std::vector<SourceLocation> sources;
  std::vector<LintLevelDeclaration> lint_levels;  // each rule once
  std::optional<IdentityDeclaration> identity;    // absent: no caller over a server is known
  std::optional<AuditDeclaration> audit;
  RateLimitsDeclaration rate_limits;
};

}  // namespace querygate
