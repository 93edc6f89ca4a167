#include "engine/review/diff/side.h"

#include <algorithm>

namespace querygate::review {

std::string NameOf(const ReviewedCaller& caller) {
  switch (caller.kind) {
    case Caller::Kind::kIdentified:
      return "role " + caller.role;
    case Caller::Kind::kAnonymous:
      return "anonymous";
    case Caller::Kind::kLocal:
      break;
  }
  return "local";
}

std::vector<ReviewedCaller> CallersOf(const PolicySide& base, const PolicySide& head) {
  std::vector<ReviewedCaller> callers;
  for (const PolicySide* side : {&head, &base}) {
    if (side->access.declaration == nullptr) continue;
    for (const RoleDeclaration& role : side->access.declaration->roles) {
      ReviewedCaller caller{Caller::Kind::kIdentified, role.name.value};
      if (std::find(callers.begin(), callers.end(), caller) == callers.end()) callers.push_back(std::move(caller));
    }
  }
  callers.push_back({Caller::Kind::kAnonymous, {}});
  callers.push_back({Caller::Kind::kLocal, {}});
  return callers;
}

}  // namespace querygate::review
