// How grave each rule's findings are in one deployment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/diagnostic.h"
#include "engine/declaration/gateway.h"

namespace querygate {

// Immutable; without a deployment's word every rule has its own level.
class RuleLevels {
 public:
  RuleLevels() = default;
  explicit RuleLevels(const std::vector<LintLevelDeclaration>& declared);

  bool IsOff(std::string_view alias) const;

  // False when the finding's rule is off; otherwise its severity is the deployment's. Enforced rules keep theirs.
  bool Apply(Diagnostic& finding) const;

 private:
  std::map<std::string, std::optional<Severity>, std::less<>> levels_;  // by alias; empty: off
};

}  // namespace querygate
