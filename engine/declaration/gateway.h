// `kind: Gateway`: one deployment. Never part of a declaration, never chosen by a caller.
#pragma once

#include <cstdint>
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
#include "engine/declaration/serve.h"

namespace querygate {

struct SourceLocation {
  Located<std::string> name;
  std::optional<Located<std::string>> path;  // may hold `${VARIABLE}`
  // A database for each value of a scope: `{ by: tenant, paths: { a: …, b: … } }`.
  std::optional<Located<std::string>> by;
  std::vector<std::pair<Located<std::string>, Located<std::string>>> paths;
  // Of a source over files: `{ files: { TABLE: PATH or [PATH, …] } }`.
  std::vector<std::pair<Located<std::string>, std::vector<Located<std::string>>>> files;
};

// How grave one lint rule's findings are here: `lint: { levels: { select-star: off } }`.
struct LintLevelDeclaration {
  Located<std::string> rule;         // its id or alias; known to exist
  std::optional<Severity> severity;  // empty: off
  std::string reason;                // why; never empty where a security rule is lowered
};

// How calls are executed.
enum class Isolation {
  kThread,   // in the program itself
  kProcess,  // in worker processes that are bounded and ended from outside
};

// `execution: { isolation: process, workers: 4 }`. Members left out keep the front end's defaults.
struct ExecutionDeclaration {
  std::optional<Isolation> isolation;
  std::optional<Located<std::int64_t>> calls;  // at a time; of worker processes as many
  std::optional<Located<std::int64_t>> queue;  // calls that wait; more are overloaded
  std::optional<Located<std::int64_t>> calls_per_report;
  std::optional<Located<std::int64_t>> calls_per_caller;
};

struct GatewayDeclaration {
  std::shared_ptr<const SourceText> text;
  std::string directory;  // of the file; relative paths start here
  Located<std::string> reports, policies;
  std::vector<SourceLocation> sources;
  std::vector<LintLevelDeclaration> lint_levels;  // each rule once
  ExecutionDeclaration execution;
  std::optional<IdentityDeclaration> identity;    // absent: no caller over a server is known
  std::optional<AuditDeclaration> audit;
  RateLimitsDeclaration rate_limits;
  ServeDeclaration serve;
};

}  // namespace querygate
