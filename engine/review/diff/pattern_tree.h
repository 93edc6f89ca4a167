// The syntax of patterns as a tree. Only for comparing: RE2 alone decides what matches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/review/diff/regular_language.h"

namespace querygate::review {

struct PatternNode {
  enum class Kind { kEmpty, kSet, kAtStart, kAtEnd, kSequence, kChoice, kRepeat };
  Kind kind = Kind::kEmpty;
  std::vector<CodePointRange> ranges = {};  // of a set: ascending, apart from each other
  std::vector<PatternNode> parts = {};      // of a sequence or choice; the one part of a repetition
  std::int64_t min = 0;                     // of a repetition
  std::optional<std::int64_t> max = {};
};

// Precondition: CompilePattern accepts the expression. The error says what cannot be compared.
Expected<PatternNode, std::string> ParsePatternTree(std::string_view expression);

}  // namespace querygate::review
