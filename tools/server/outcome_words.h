// What an agent is told instead of a result: the body that every front end gives, then what is allowed and what must
// not be concluded.
#pragma once

#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/rejection.h"
#include "engine/policy/compiled_report.h"

namespace querygate::server {

// The first line is the JSON body, the others are for a model. No value that was sent is repeated.
std::string RejectionWords(const CompiledReport& report, const Arguments& arguments, const Rejection& rejection);
std::string FailureWords(const Failure& failure);

// The same without the body, for people.
std::vector<std::string> RejectionLines(const CompiledReport& report, const Arguments& arguments,
                                        const Rejection& rejection);
std::vector<std::string> FailureLines(const Failure& failure);

}  // namespace querygate::server
