#include "tests/cases.h"

#include <iostream>

namespace querygate::testing {

CaseCount::~CaseCount() { std::cout << "cases | " << kind_ << " | " << cases_ << " | " << wrong_ << std::endl; }

}  // namespace querygate::testing
