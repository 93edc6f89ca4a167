#include "engine/load/position_cursor.h"

#include <algorithm>

namespace querygate {

namespace {

bool StartsCodePoint(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

SourcePosition PositionCursor::At(std::size_t offset) {
  const std::string& text = text_.text();
  offset = std::min(offset, text.size());
  for (; offset_ < offset; ++offset_) {
    if (text[offset_] == '\n') {
      ++line_;
      column_ = 1;
    } else if (StartsCodePoint(text[offset_])) {
      ++column_;
    }
  }
  while (offset_ > offset) {
    --offset_;
    if (text[offset_] == '\n') {
      const SourcePosition position = text_.PositionAt(offset_);
      line_ = position.line;
      column_ = position.column;
    } else if (StartsCodePoint(text[offset_])) {
      --column_;
    }
  }
  return {line_, column_, 1};
}

}  // namespace querygate
