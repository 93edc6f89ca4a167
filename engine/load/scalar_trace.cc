#include "engine/load/scalar_trace.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/load/position_cursor.h"
#include "engine/load/scalar_extent.h"

namespace querygate {

namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsBreak(char c) { return c == '\n' || c == '\r'; }
bool IsSpace(char c) { return IsBlank(c) || IsBreak(c); }

// Walks the source of one scalar and its value side by side.
class Tracer {
 public:
  Tracer(const SourceText& text, const YamlNode& scalar)
      : source_(text.text()), value_(scalar.text), cursor_(text), at_(scalar.offset) {}

  std::vector<TextAnchor> Plain() {
    Anchor();
    while (Matches()) {
    }
    return std::move(anchors_);
  }

  std::vector<TextAnchor> SingleQuoted() {
    ++at_;
    Anchor();
    while (done_ < value_.size()) {
      if (source_.substr(at_).starts_with("''")) {
        Consume(2, 1);
      } else if (!Matches()) {
        break;
      }
    }
    return std::move(anchors_);
  }

  std::vector<TextAnchor> DoubleQuoted() {
    ++at_;
    Anchor();
    while (done_ < value_.size()) {
      if (at_ < source_.size() && source_[at_] == '\\') {
        Escape();
      } else if (!Matches()) {
        break;
      }
    }
    return std::move(anchors_);
  }

  // Literal and folded blocks: each source line after the header is one stretch of the value.
  std::vector<TextAnchor> Block() {
    NextLine();
    const std::size_t indentation = BlockIndentation(source_, at_, value_);
    while (done_ < value_.size() && at_ < source_.size()) {
      const std::string_view line = CurrentLine();
      if (line.size() > indentation) {
        const std::string_view content = line.substr(indentation);
        while (done_ < value_.size() && IsSpace(value_[done_]) && !value_.substr(done_).starts_with(content)) ++done_;
        if (!value_.substr(done_).starts_with(content)) break;
        at_ += indentation;
        Anchor();
        done_ += content.size();
      }
      NextLine();
    }
    return std::move(anchors_);
  }

 private:
  void Anchor() {
    const SourcePosition position = cursor_.At(at_);
    anchors_.push_back({done_, position.line, position.column});
  }

  // One byte that stands for itself, or a fold: white space around line breaks that became a blank or breaks.
  bool Matches() {
    if (done_ >= value_.size() || at_ >= source_.size()) return false;
    if (!IsBreak(source_[at_]) && source_[at_] == value_[done_]) {
      ++at_;
      ++done_;
      return true;
    }
    if (!IsSpace(source_[at_])) return false;
    while (at_ < source_.size() && IsSpace(source_[at_])) ++at_;
    while (done_ < value_.size() && IsSpace(value_[done_])) ++done_;
    Anchor();
    return true;
  }

  void Consume(std::size_t source_bytes, std::size_t value_bytes) {
    Anchor();
    at_ += source_bytes;
    done_ = std::min(done_ + value_bytes, value_.size());
    Anchor();
  }

  void Escape() {
    const char kind = at_ + 1 < source_.size() ? source_[at_ + 1] : '\0';
    if (IsBreak(kind)) {  // an escaped line break, and the indentation after it, stand for nothing
      ++at_;
      while (at_ < source_.size() && IsSpace(source_[at_])) ++at_;
      Anchor();
      return;
    }
    const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    Consume(2 + digits, EncodedBytes());
  }

  // Of the code point that the value holds here.
  std::size_t EncodedBytes() const {
    std::size_t bytes = 1;
    while (done_ + bytes < value_.size() && (static_cast<unsigned char>(value_[done_ + bytes]) & 0xC0) == 0x80) ++bytes;
    return bytes;
  }

  std::string_view CurrentLine() const {
    std::string_view line = source_.substr(at_);
    line = line.substr(0, line.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  void NextLine() {
    const std::size_t end = source_.find('\n', at_);
    at_ = end == std::string_view::npos ? source_.size() : end + 1;
  }

  std::string_view source_;
  std::string_view value_;
  PositionCursor cursor_;
  std::size_t at_;        // in the source
  std::size_t done_ = 0;  // in the value
  std::vector<TextAnchor> anchors_;
};

std::vector<TextAnchor> Trace(Tracer tracer, ScalarStyle style) {
  switch (style) {
    case ScalarStyle::kPlain:
      return tracer.Plain();
    case ScalarStyle::kSingleQuoted:
      return tracer.SingleQuoted();
    case ScalarStyle::kDoubleQuoted:
      return tracer.DoubleQuoted();
    case ScalarStyle::kLiteral:
    case ScalarStyle::kFolded:
      return tracer.Block();
  }
  return {};
}

}  // namespace

AnchoredText TraceScalar(const SourceText& text, const YamlNode& scalar) {
  return {scalar.text, scalar.position, Trace(Tracer(text, scalar), scalar.style)};
}

}  // namespace querygate
