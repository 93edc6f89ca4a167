// Anchored regular expressions in the syntax that RE2 and ECMA-262 share; linear time by construction.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/base/expected.h"

namespace querygate {

// Immutable; may be used from several threads at once.
class Pattern {
 public:
  virtual ~Pattern() = default;
  virtual bool Matches(std::string_view text) const = 0;  // the whole text
  virtual const std::string& expression() const = 0;
};

// The error is one line for the author. Refuses what RE2 and ECMA-262 (with its u flag) read differently or only
// one of them has, so that a client's check of the same expression gives the same answer:
//   shared     literals, `.`, `[…]`, `|`, `(…)`, `(?:…)`, `* + ? {n} {n,} {n,m}` and their lazy forms, `^ $ \b \B`,
//              `\d \D \w \W` (ASCII in both), `\p{Lu}` and `\P{Lu}` (general categories), `\t \n \v \f \r`,
//              `\xHH`, escaped punctuation that has a meaning
//   refused    `\s \S` (ASCII in RE2, all of Unicode's spaces in ECMA-262), look-around, back references, named
//              groups, flags, `\A \z \Q…\E \C \x{…} \u…`, `\pL`, POSIX classes, unescaped `{ } ]` as literals
// `.` means any code point but a line terminator, as in ECMA-262. Expressions are limited in length and in the
// size of their compiled program.
Expected<std::shared_ptr<const Pattern>, std::string> CompilePattern(std::string_view expression);

}  // namespace querygate
