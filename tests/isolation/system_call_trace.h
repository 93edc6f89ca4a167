// What strace wrote of programs that lock themselves in.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

namespace querygate::testing {

struct LockedInCalls {
  std::size_t processes = 0;                // that loaded a filter
  std::map<std::string, std::size_t> made;  // by name, after the filter was loaded
  std::vector<std::string> refused;         // whole lines, for want of a permission
};

// Of `strace -f -o FILE`.
LockedInCalls ReadTrace(std::istream& trace);

}  // namespace querygate::testing
