// How many cases a test went through, for tests that judge many in one loop: printed as a line that tools/test
// gathers into its table.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace querygate::testing {

// Counts the cases of one kind and says so when it goes: also when a requirement ended the test early.
class CaseCount {
 public:
  explicit CaseCount(std::string_view kind) : kind_(kind) {}
  ~CaseCount();
  CaseCount(const CaseCount&) = delete;
  CaseCount& operator=(const CaseCount&) = delete;

  // Returns `right`, so that the assertion can be about what is counted.
  bool Add(bool right) {
    ++cases_;
    wrong_ += right ? 0 : 1;
    return right;
  }
  void Add(std::size_t cases, std::size_t wrong) {
    cases_ += cases;
    wrong_ += wrong;
  }

 private:
  std::string kind_;
  std::size_t cases_ = 0;
  std::size_t wrong_ = 0;
};

}  // namespace querygate::testing
