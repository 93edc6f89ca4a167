#include "tests/isolation/system_call_trace.h"

#include <set>

namespace querygate::testing {
namespace {

constexpr std::string_view kUnfinished = "<unfinished ...>";
constexpr std::string_view kResumed = " resumed>";

bool LoadsFilter(const std::string& call) {
  return (call.starts_with("seccomp(SECCOMP_SET_MODE_FILTER") || call.starts_with("prctl(PR_SET_SECCOMP")) &&
         call.ends_with("= 0");
}

}  // namespace

LockedInCalls ReadTrace(std::istream& trace) {
  LockedInCalls calls;
  std::set<std::string> locked_in;             // processes
  std::map<std::string, std::string> pending;  // the first part of a call that another process's interrupted
  for (std::string line; std::getline(trace, line);) {
    const std::size_t space = line.find(' ');
    const std::size_t begin = line.find_first_not_of(' ', space);
    if (space == std::string::npos || begin == std::string::npos) continue;
    const std::string process = line.substr(0, space);
    std::string call = line.substr(begin);
    if (call.starts_with("---") || call.starts_with("+++")) continue;  // signals and ends
    while (call.ends_with(' ')) call.pop_back();
    if (call.ends_with(kUnfinished)) {
      pending[process] = call.substr(0, call.size() - kUnfinished.size());
      // A call that does not come back, as the last one of a process, counts as well.
      if (!locked_in.contains(process)) continue;
      ++calls.made[call.substr(0, call.find('('))];
      continue;
    }
    bool counted = false;
    if (call.starts_with("<... ")) {
      const std::size_t rest = call.find(kResumed);
      if (rest == std::string::npos) continue;
      call = pending[process] + call.substr(rest + kResumed.size());
      counted = true;
    }
    if (locked_in.contains(process)) {
      if (!counted) ++calls.made[call.substr(0, call.find('('))];
      if (call.find("= -1 EACCES") != std::string::npos) calls.refused.push_back(call);
    } else if (LoadsFilter(call)) {
      locked_in.insert(process);
      ++calls.processes;
    }
  }
  return calls;
}

}  // namespace querygate::testing
