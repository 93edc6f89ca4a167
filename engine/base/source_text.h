// The text of one file and positions within it. Positions are what every diagnostic, grant and
// declared scalar points back to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querygate {

// One-based line and column; columns and lengths count code points. {0, 0} means "the whole file".
struct SourcePosition {
  int line = 0;
  int column = 0;
  int length = 1;

  friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
};

// A file's name as it is shown to people (relative where possible) and its bytes.
class SourceText {
 public:
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

  // The line without its terminator; empty when `line` is out of range. One-based.
  std::string_view Line(int line) const;

  // The position of a byte offset; an offset past the end gives the position after the last byte.
  SourcePosition PositionAt(std::size_t offset) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

// A value together with where it was written.
template <typename T>
struct Located {
  T value{};
  SourcePosition position;

  friend bool operator==(const Located&, const Located&) = default;
};

// Where a stretch of a scalar's value stands in its file: the bytes of the value from `offset` up to
// the next anchor were written from `line`, `column` on.
struct TextAnchor {
  std::size_t offset = 0;
  int line = 0;
  int column = 0;

  friend bool operator==(const TextAnchor&, const TextAnchor&) = default;
};

// A possibly multi-line scalar (SQL) whose every byte can be traced back to the file.
struct AnchoredText {
  std::string value;
  SourcePosition position;          // of the scalar as a whole
  std::vector<TextAnchor> anchors;  // ascending offsets; empty: everything is at `position`

  friend bool operator==(const AnchoredText&, const AnchoredText&) = default;
};

// The position in the file of a byte offset of the text's value.
SourcePosition PositionOf(const AnchoredText& text, std::size_t offset, int length = 1);

}  // namespace querygate
