// A case's input, spelt as a case of a test document.
#pragma once

#include <string>

#include "engine/review/trial/prepared_case.h"

namespace querygate::trial {

// Lines without an expectation: that is for a person to write. Long rows are told by their number.
std::string CaseText(const CaseInput& input);

}  // namespace querygate::trial
