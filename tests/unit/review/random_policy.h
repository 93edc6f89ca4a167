// Random policies over one small table, made of independent choices so that two of them can differ in exactly one.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/review/diff/side.h"
#include "tests/fuzz/random.h"

namespace querygate::review {

// For every choice the alternative that was taken.
class RandomPolicy {
 public:
  explicit RandomPolicy(fuzz::Random& random);

  // Takes another alternative for `count` choices; their names.
  std::vector<std::string> Mutate(fuzz::Random& random, int count);

  // Compiled with real facts; empty when the choices do not fit each other.
  std::optional<PolicySide> Compile() const;

  std::string Text() const;  // all documents, for a failing test

 private:
  std::string Get(const std::string& name) const;
  std::string ReportText() const;
  std::string SourcePolicyText() const;
  std::string LimitsText() const;
  std::string AccessText() const;

  std::vector<std::size_t> picks_;
};

inline constexpr const char* kRandomReport = "items/list";

// DDL and rows of the table.
extern const std::string kItemsSchema;
extern const std::string kItemsRows;

// An argument for one parameter, valid or not, often at a bound that some alternative has.
std::optional<Argument> RandomArgument(fuzz::Random& random, const std::string& parameter);

}  // namespace querygate::review
