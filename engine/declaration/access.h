// `kind: Access`: who may call what, and how claims become roles and scope.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/types.h"

namespace querygate {

// A role's narrower view of one parameter: a list of permitted values, or a smaller range.
struct ParameterNarrowing {
  Located<std::string> parameter;
  std::vector<Scalar> values;       // empty: any value within min and max
  std::optional<Scalar> min, max;
};

struct ReportNarrowing {
  Located<std::string> report;
  std::vector<ParameterNarrowing> parameters;
};

struct RoleDeclaration {
  Located<std::string> name;
  std::vector<Located<std::string>> reports;  // globs over ids: `*` within a segment, `**` across
  std::vector<ReportNarrowing> narrow;
};

struct ScopeDeclaration {
  Located<std::string> name;
  Located<std::string> claim;  // dotted path into the claims
  Located<ScalarType> type;
};

struct AccessDeclaration {
  std::shared_ptr<const SourceText> text;
  std::string roles_claim = "roles";  // claims.roles: dotted path
  std::vector<ScopeDeclaration> scope;
  std::vector<RoleDeclaration> roles;
  std::optional<Located<std::string>> anonymous;  // absent: none
  std::optional<std::vector<Located<std::string>>> local;  // roles of the command line without --as
};

}  // namespace querygate
