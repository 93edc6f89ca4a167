// Positions of many offsets of one text, cheaply when they come nearly in order: asking SourceText for each
// offset of a file that is one long line would cost the square of its length.
#pragma once

#include <cstddef>

#include "engine/base/source_text.h"

namespace querygate {

class PositionCursor {
 public:
  // `text` outlives the cursor.
  explicit PositionCursor(const SourceText& text) : text_(text) {}

  SourcePosition At(std::size_t offset);

 private:
  const SourceText& text_;
  std::size_t offset_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace querygate
