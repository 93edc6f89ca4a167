// One side of a comparison: every report of a deployment, compiled with the policies beside it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"

namespace querygate::review {

struct ReviewedReport {
  std::shared_ptr<const CompiledReport> report;  // never null
  Inspection inspection;                         // over the source's schema snapshot
};

struct PolicySide {
  std::string name;                               // as whoever asks named it
  std::map<std::string, ReviewedReport> reports;  // by id
  std::map<std::string, std::shared_ptr<const CompiledSource>> sources;
  AccessRules access;
};

// Someone who may ask: anybody with one role, nobody in particular, or the command line without an identity. Who
// has several roles may do what one of them permits, so single roles say it all.
struct ReviewedCaller {
  Caller::Kind kind = Caller::Kind::kLocal;
  std::string role;  // of an identified caller
  friend bool operator==(const ReviewedCaller&, const ReviewedCaller&) = default;
};

// "role support", "anonymous", "local".
std::string NameOf(const ReviewedCaller& caller);

// Every role of either side, then anonymous callers and local ones.
std::vector<ReviewedCaller> CallersOf(const PolicySide& base, const PolicySide& head);

}  // namespace querygate::review
