// Command-line words into options and operands. Boost stays behind this file.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"

namespace querygate::cli {

struct Option {
  std::string_view name;   // long name without dashes
  std::string_view value;  // what stands for its value in help; empty: a switch
  std::string_view help;
  bool repeatable = false;
  std::string_view letter = {};  // after a single dash; empty: none
};

// What was given. Options appear at most once unless repeatable.
struct Words {
  std::map<std::string, std::vector<std::string>, std::less<>> options;
  std::vector<std::string> operands;

  bool Has(std::string_view name) const { return options.contains(name); }
  std::optional<std::string> Value(std::string_view name) const;
  std::vector<std::string> Values(std::string_view name) const;
};

struct UsageError {
  std::string message;
  std::string help;
};

// Options may stand anywhere before `--`, which ends them. No abbreviations: they would break scripts whenever an
// option is added.
Expected<Words, UsageError> ParseWords(std::span<const Option> options, const std::vector<std::string>& arguments);

}  // namespace querygate::cli
