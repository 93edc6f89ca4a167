// Which clause of which file decides about a call: for the people who write and review policies, never for callers.
#pragma once

#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/calendar.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

struct Clause {
  std::string file;
  int line = 0;      // 0: the file as a whole
  std::string says;  // "role analyst: reports music/*"
};

// Who may call a report at all.
struct Audience {
  struct Role {
    std::string name;
    Clause reports;                  // the glob that reaches the report
    std::vector<Clause> narrowings;  // what the role may choose less of
    bool local = false;              // whoever runs the program has it, without an identity
    bool anonymous = false;
  };
  std::vector<Role> roles;
  std::string local;  // who may call from the command line without an identity, in words
};
Audience AudienceOf(const AccessRules& rules, const CompiledReport& report);

struct CallVerdict {
  bool accepted = false;        // permitted and bound
  std::string reason;           // of the rejection
  std::vector<Clause> because;  // what decided, the nearest clause first
  std::vector<BoundParameter> bound;
};

// Judges the call as the engine would, and then looks for what made the difference. Runs nothing.
CallVerdict JudgeCall(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                      const Arguments& arguments, const Instant& now);

}  // namespace querygate
