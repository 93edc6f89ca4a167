#include "tests/project_root.h"

namespace querygate::testing {

// The only object that knows the folder by name, so that two checkouts share every other one in a compiler cache.
std::filesystem::path ProjectRoot() { return QUERYGATE_ROOT; }

}  // namespace querygate::testing
