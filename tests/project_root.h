// Where the checkout is that the tests were built from: cases, schemas and pages are read from there.
#pragma once

#include <filesystem>

namespace querygate::testing {

std::filesystem::path ProjectRoot();

}  // namespace querygate::testing
