// Collects what is wrong with one document.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/diagnostic.h"
#include "engine/base/source_text.h"

namespace querygate {

class Findings {
 public:
  // `text` outlives the object.
  explicit Findings(const SourceText& text) : text_(text) {}

  // Beyond a hundred findings only a note says that there are more: a hostile file must not cost memory.
  void Report(std::string_view rule, SourcePosition position, std::string message, std::string help = {});

  const SourceText& text() const { return text_; }
  Diagnostics Take() &&;

 private:
  const SourceText& text_;
  Diagnostics diagnostics_;
};

}  // namespace querygate
