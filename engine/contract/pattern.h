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

// The error is one line for the author. Refuses what ECMA-262 reads differently or lacks.
Expected<std::shared_ptr<const Pattern>, std::string> CompilePattern(std::string_view expression);

}  // namespace querygate
