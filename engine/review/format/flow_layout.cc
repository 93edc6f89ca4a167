#include "engine/review/format/flow_layout.h"

#include <algorithm>
#include <map>

#include "engine/review/format/yaml_scalars.h"

namespace querygate::review {
namespace {

constexpr std::size_t kStep = 2;

void CollectScalars(std::string_view source, const YamlNode& node, std::map<std::size_t, std::size_t>& ends) {
  if (node.kind == NodeKind::kScalar || (node.kind == NodeKind::kNull && IsWritten(source, node))) {
    ends[node.offset] = EndOfScalar(source, node);
  }
  for (const YamlNode& item : node.items) CollectScalars(source, item, ends);
  for (const YamlMember& member : node.members) {
    CollectScalars(source, member.key, ends);
    CollectScalars(source, member.value, ends);
  }
}

class FlowLayout {
 public:
  FlowLayout(std::string_view source, const YamlNode& node, std::size_t indent)
      : source_(source), at_(node.offset), indent_(indent) {
    CollectScalars(source, node, ends_);
  }

  Expected<FlowText, std::string> Run() {
    do {
      if (!Token()) return Unexpected(std::string("something between brackets"));
    } while (!brackets_.empty());
    result_.end = at_;
    return std::move(result_);
  }

 private:
  bool Token() {
    bool line_end = false;
    while (at_ < source_.size() && IsSpace(source_[at_])) line_end = (source_[at_++] == '\n') || line_end;
    if (at_ >= source_.size()) return false;
    broken_ = broken_ || line_end;
    const char character = source_[at_];
    if (character == '#') {
      TakeComment(line_end);
      return true;
    }
    if (const auto scalar = ends_.find(at_); scalar != ends_.end()) {
      Before();
      result_.text += ScalarText(source_.substr(at_, scalar->second - at_), indent_ + kStep * (brackets_.size() + 1));
      at_ = scalar->second;
      last_ = 'a';
      return true;
    }
    ++at_;
    switch (character) {
      case '{':
      case '[':
        Before();
        result_.text += character;
        brackets_.push_back(character);
        break;
      case '}':
      case ']':
        if (brackets_.empty()) return false;
        Close(character);
        break;
      case ',':
        comma_ = true;
        broken_ = false;  // a break before a comma moves behind it
        return true;
      case ':':
        result_.text += ':';
        break;
      case '?':  // an explicit key needs no mark
        return true;
      default:
        return false;
    }
    last_ = character;
    return true;
  }

  static bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  void BreakLine(std::size_t depth) {
    while (!result_.text.empty() && result_.text.back() == ' ') result_.text.pop_back();
    if (result_.text.empty() || result_.text.back() != '\n') result_.text += '\n';
    result_.text += std::string(indent_ + kStep * depth, ' ');
    broken_ = false;
  }

  // Separates what comes next from what stands there: a comma waits until something follows it.
  void Before() {
    if (comma_) result_.text += ',';
    const bool opened = last_ == '{' || last_ == '[';
    if (broken_ && (comma_ || opened)) {
      BreakLine(brackets_.size());
    } else if (comma_ || last_ == ':' || last_ == '{') {
      result_.text += ' ';
    }
    comma_ = broken_ = false;
  }

  void Close(char bracket) {
    const bool empty = last_ == '{' || last_ == '[';
    brackets_.pop_back();
    comma_ = false;  // a comma before the bracket says nothing
    if (broken_ && !empty) {
      BreakLine(brackets_.size());
    } else if (bracket == '}' && !empty) {
      result_.text += ' ';
    }
    broken_ = false;
    result_.text += bracket;
  }

  // A comment ends its line. On a line of its own it stands like an entry.
  void TakeComment(bool own_line) {
    const std::size_t line_end = std::min(source_.find('\n', at_), source_.size());
    std::string_view text = source_.substr(at_, line_end - at_);
    text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
    if (comma_) result_.text += ',';
    comma_ = false;
    if (own_line) {
      BreakLine(brackets_.size());
    } else {
      result_.text += "  ";
    }
    result_.text += text;
    result_.comments.emplace_back(text);
    at_ = line_end;
    last_ = '#';
    // Whatever follows begins a line of its own.
    broken_ = true;
    BreakAfterComment();
  }

  void BreakAfterComment() {
    // The entry or bracket that follows is indented by its own depth: a bracket that closes, one less.
    std::size_t next = at_;
    while (next < source_.size() && IsSpace(source_[next])) ++next;
    const bool closes = next < source_.size() && (source_[next] == '}' || source_[next] == ']');
    const bool comment = next < source_.size() && source_[next] == '#';
    if (comment) return;
    result_.text += '\n' + std::string(indent_ + kStep * (brackets_.size() - (closes ? 1 : 0)), ' ');
    at_ = next;
    broken_ = false;
    last_ = closes ? '[' : '#';
  }

  std::string_view source_;
  std::size_t at_;
  std::size_t indent_;
  std::map<std::size_t, std::size_t> ends_;  // of scalars, by where they begin
  FlowText result_;
  std::vector<char> brackets_;
  char last_ = ' ';      // the last bracket or colon; 'a' for a scalar
  bool comma_ = false;   // one that has not been written yet
  bool broken_ = false;  // a line end since
};

}  // namespace

Expected<FlowText, std::string> LayOutFlow(std::string_view source, const YamlNode& node, std::size_t indent) {
  return FlowLayout(source, node, indent).Run();
}

}  // namespace querygate::review
