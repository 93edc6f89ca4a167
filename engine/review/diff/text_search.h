// The shortest text that one set of rules accepts and another does not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/review/diff/regular_language.h"

namespace querygate::review {

// Every language at once, and a length in code points.
struct TextRules {
  std::vector<const RegularLanguage*> languages;  // not owned
  std::int64_t min_length = 0;
  std::optional<std::int64_t> max_length;
};

struct TextSearch {
  enum class Answer { kFound, kNone, kUndecided };
  Answer answer = Answer::kNone;
  std::string text;  // when found; letters and digits where there is a choice
  std::string why;   // when undecided
};

// A text that satisfies all of `inside` and breaks at least one rule of `outside`; without `outside` any text that
// satisfies `inside`. Text is valid UTF-8 without a NUL. The work is bounded: what takes more is undecided.
TextSearch FindText(const TextRules& inside, const TextRules* outside);

}  // namespace querygate::review
