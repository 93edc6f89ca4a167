#include "engine/base/source_text.h"

#include <algorithm>
#include <utility>

#include "engine/base/utf8.h"

namespace querygate {
namespace {

bool ContinuesCodePoint(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t offset = 0; offset < text_.size(); ++offset) {
    if (text_[offset] == '\n') line_starts_.push_back(offset + 1);
  }
}

std::string_view SourceText::Line(int line) const {
  if (line < 1 || static_cast<std::size_t>(line) > line_starts_.size()) return {};
  const std::size_t start = line_starts_[static_cast<std::size_t>(line) - 1];
  std::string_view rest = std::string_view(text_).substr(start);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

SourcePosition SourceText::PositionAt(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  while (offset > 0 && offset < text_.size() && ContinuesCodePoint(text_[offset])) --offset;
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = std::distance(line_starts_.begin(), after);
  const std::size_t start = *std::prev(after);
  const std::string_view before = std::string_view(text_).substr(start, offset - start);
  return {static_cast<int>(line), static_cast<int>(CountCodePoints(before)) + 1, 1};
}

SourcePosition PositionOf(const AnchoredText& text, std::size_t offset, int length) {
  offset = std::min(offset, text.value.size());
  const auto after =
      std::upper_bound(text.anchors.begin(), text.anchors.end(), offset,
                       [](std::size_t wanted, const TextAnchor& anchor) { return wanted < anchor.offset; });
  if (after == text.anchors.begin()) return text.position;
  const TextAnchor& anchor = *std::prev(after);
  const std::string_view between = std::string_view(text.value).substr(anchor.offset, offset - anchor.offset);
  return {anchor.line, anchor.column + static_cast<int>(CountCodePoints(between)), length};
}

}  // namespace querygate
