// Patterns as automata over code points, so that two of them can be compared and not only matched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/expected.h"

namespace querygate::review {

// Code points from `first` to `last`, both included.
struct CodePointRange {
  char32_t first = 0, last = 0;
  friend bool operator==(const CodePointRange&, const CodePointRange&) = default;
};

// A non-deterministic automaton. Immutable once made.
class RegularLanguage {
 public:
  enum class Condition : std::uint8_t { kAlways, kAtStart, kAtEnd };  // of a step that reads nothing

  struct State {
    std::vector<std::pair<CodePointRange, std::size_t>> reads;
    std::vector<std::pair<Condition, std::size_t>> jumps;
  };

  // An expression that CompilePattern accepts, anchored at both ends. The error says in words what it uses that
  // cannot be compared: general categories, word boundaries, or more states than are worth looking at.
  static Expected<RegularLanguage, std::string> OfExpression(std::string_view expression);
  // Exactly these texts.
  static Expected<RegularLanguage, std::string> OfTexts(std::span<const std::string> texts);

  // The first state is the start, the last the end.
  const std::vector<State>& states() const { return states_; }

 private:
  friend class LanguageBuilder;
  std::vector<State> states_;
};

}  // namespace querygate::review
