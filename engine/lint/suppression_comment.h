// The grammar of a suppression.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/calendar.h"
#include "engine/base/rule.h"

namespace querygate::lint {

struct Suppression {
  std::vector<const Rule*> rules;  // at least one, distinct
  std::optional<Date> until;
  std::string reason;
};

struct MalformedSuppression {
  std::string message;
  std::string help;
};

// `#+ qg:allow RULE[, RULE…] [until=YYYY-MM-DD] -- reason`; a rule by id or alias. Empty for a comment that is
// not addressed to querygate, which is told by `qg:` at its start, in any case of letters.
std::optional<std::variant<Suppression, MalformedSuppression>> ReadSuppression(std::string_view comment);

}  // namespace querygate::lint
