#include "engine/review/format/yaml_layout.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "engine/review/format/flow_layout.h"
#include "engine/review/format/yaml_gaps.h"
#include "engine/review/format/yaml_scalars.h"

namespace querygate::review {
namespace {

constexpr std::size_t kStep = 2;
constexpr int kLeastBlanks = 2;  // before a comment that ends a line; more is alignment

// An open block collection: where its entries stand in the source, and where they go.
struct Level {
  int column = 0;
  std::size_t indent = 0;
};

bool IsFlow(std::string_view source, const YamlNode& node) {
  return source[node.offset] == '{' || source[node.offset] == '[';
}

bool IsCollection(const YamlNode& node) { return node.kind == NodeKind::kMapping || node.kind == NodeKind::kSequence; }

class Layout {
 public:
  Layout(std::string_view source, const YamlNode& root) : source_(source), root_(root) {}

  Expected<LaidOut, std::string> Run() {
    if (!IsCollection(root_)) return Unexpected(std::string("it is neither a mapping nor a list"));
    if (IsFlow(source_, root_)) {
      StartLine(root_.offset, 0, false);
      Flow(root_, 0);
    } else {
      Collection(root_, 0, false);
    }
    Finish();
    if (fault_) return Unexpected(*std::move(fault_));
    return LaidOut{std::move(out_), std::move(comments_)};
  }

 private:
  void Fail(std::string why) {
    if (!fault_) fault_ = std::move(why);
  }

  void AppendComment(const Comment& comment) {
    out_ += comment.text;
    comments_.push_back(comment.text);
  }

  void EndComment(const Comment& comment) {
    out_ += std::string(static_cast<std::size_t>(std::max(comment.blanks, kLeastBlanks)), ' ');
    AppendComment(comment);
  }

  // The level at which a comment on a line of its own stands: that of what follows, or one that was just closed
  // and to which its column says that it still belongs.
  std::size_t IndentOf(const Comment& comment, std::size_t indent) const {
    const int column = open_.empty() ? -1 : open_.back().column;
    for (auto level = last_.rbegin(); level != last_.rend() && level->column > column; ++level) {
      const bool closed = static_cast<std::size_t>(last_.rend() - level) > open_.size();
      if (closed && level->column <= comment.column) return level->indent;
    }
    return indent;
  }

  void NewLine(bool blank) {
    if (out_.empty()) return;
    if (out_.back() != '\n') out_ += '\n';
    if (blank && !out_.ends_with("\n\n")) out_ += '\n';
  }

  // Writes what stands before `offset` and begins a line there. `section`: an empty line goes before it, comments
  // included, when the author left none.
  void StartLine(std::size_t offset, std::size_t indent, bool section, bool first = false) {
    const Gap gap = ReadGap(source_, position_, offset);
    const bool has_blank = gap.blank_at_end || std::any_of(gap.comments.begin(), gap.comments.end(),
                                                           [](const Comment& comment) { return comment.blank_before; });
    bool blank = section && !has_blank;
    bool fresh = first;  // no empty line directly below the line that opens a collection
    for (const Comment& comment : gap.comments) {
      if (!comment.own_line && !out_.empty()) {
        EndComment(comment);
        continue;
      }
      NewLine((comment.blank_before && !fresh) || blank);
      blank = fresh = false;
      out_ += std::string(IndentOf(comment, indent), ' ');
      AppendComment(comment);
    }
    NewLine((gap.blank_at_end && !fresh) || blank);
    out_ += std::string(indent, ' ');
    position_ = offset;
    last_ = open_;
  }

  // Before a value that stays on the line of its key or dash, unless comments stand between.
  void StartValue(std::size_t offset, std::size_t indent, bool on_new_line) {
    const Gap gap = ReadGap(source_, position_, offset);
    if (gap.comments.empty() && !on_new_line) {
      if (out_.back() != ' ') out_ += ' ';
      position_ = offset;
      return;
    }
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    StartLine(offset, indent, false, true);
  }

  void Collection(const YamlNode& node, std::size_t indent, bool inline_first) {
    open_.push_back({ColumnAt(source_, node.offset), indent});
    if (node.kind == NodeKind::kMapping) {
      Mapping(node, indent, inline_first);
    } else {
      Sequence(node, indent, inline_first);
    }
    open_.pop_back();
  }

  void Mapping(const YamlNode& node, std::size_t indent, bool inline_first) {
    const bool top = open_.size() == 1;
    bool after_section = false;
    for (std::size_t index = 0; index < node.members.size() && !fault_; ++index) {
      const YamlMember& member = node.members[index];
      const bool section = IsCollection(member.value) && !IsFlow(source_, member.value);
      if (index == 0 && inline_first && ReadGap(source_, position_, member.key.offset).comments.empty()) {
        position_ = member.key.offset;
        last_ = open_;
      } else {
        if (index == 0) TrimLine();
        StartLine(member.key.offset, indent, top && section && after_section, index == 0);
      }
      after_section = section;
      Key(member.key);
      Value(member.value, indent, open_.back().column);
    }
  }

  void TrimLine() {
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
  }

  void Key(const YamlNode& key) {
    const std::size_t end = EndOfScalar(source_, key);
    out_ += ScalarText(source_.substr(key.offset, end - key.offset), 0) + ':';
    position_ = source_.find(':', end);
    if (position_ == std::string_view::npos) return Fail("a key without a colon");
    ++position_;
  }

  void Sequence(const YamlNode& node, std::size_t indent, bool inline_first) {
    for (std::size_t index = 0; index < node.items.size() && !fault_; ++index) {
      const YamlNode& item = node.items[index];
      const auto dash = FindDash();
      if (!dash) return Fail("a list item without a dash");
      if (index == 0 && inline_first && ReadGap(source_, position_, *dash).comments.empty()) {
        position_ = *dash;
        last_ = open_;
      } else {
        if (index == 0) TrimLine();
        StartLine(*dash, indent, false, index == 0);
      }
      out_ += '-';
      ++position_;
      if (IsCollection(item) && !IsFlow(source_, item)) {
        out_ += ' ';
        Collection(item, indent + kStep, true);
      } else {
        Value(item, indent, open_.back().column);
      }
    }
  }

  // The next dash outside comments.
  std::optional<std::size_t> FindDash() const {
    for (std::size_t at = position_; at < source_.size(); ++at) {
      if (source_[at] == '#') at = std::min(source_.find('\n', at), source_.size() - 1);
      if (source_[at] == '-') return source_.substr(at).starts_with("---") ? std::nullopt : std::optional(at);
    }
    return std::nullopt;
  }

  void Value(const YamlNode& value, std::size_t indent, int column) {
    if (!IsWritten(source_, value)) return;
    if (IsCollection(value)) {
      if (IsFlow(source_, value)) {
        StartValue(value.offset, indent + kStep, false);
        return Flow(value, indent + kStep);
      }
      return Collection(value, indent + kStep, false);
    }
    if (value.style == ScalarStyle::kLiteral || value.style == ScalarStyle::kFolded)
      return Block(value, indent, column);
    const std::size_t end = EndOfScalar(source_, value);
    const std::string_view raw = source_.substr(value.offset, end - value.offset);
    const std::string_view between = source_.substr(position_, value.offset - position_);
    const bool below = between.find('\n') != std::string_view::npos && raw.find('\n') != std::string_view::npos;
    StartValue(value.offset, indent + kStep, below);
    out_ += ScalarText(raw, indent + kStep);
    position_ = end;
  }

  void Block(const YamlNode& value, std::size_t indent, int column) {
    const BlockScalar block = ReadBlockScalar(source_, value, column, indent + kStep);
    StartValue(value.offset, indent + kStep, false);
    out_ += block.header;
    if (!block.comment.empty()) {
      out_ += std::string(kLeastBlanks, ' ') + block.comment;
      comments_.push_back(block.comment);
    }
    out_ += '\n' + block.content;
    position_ = block.end;
  }

  void Flow(const YamlNode& node, std::size_t indent) {
    const auto flow = LayOutFlow(source_, node, indent);
    if (!flow) return Fail(flow.error());
    out_ += flow->text;
    comments_.insert(comments_.end(), flow->comments.begin(), flow->comments.end());
    position_ = flow->end;
  }

  // Comments behind everything, and exactly one line end.
  void Finish() {
    const Gap gap = ReadGap(source_, position_, source_.size());
    for (const Comment& comment : gap.comments) {
      if (!comment.own_line) {
        EndComment(comment);
        continue;
      }
      NewLine(comment.blank_before);
      out_ += std::string(IndentOf(comment, 0), ' ');
      AppendComment(comment);
    }
    // Line ends that a block scalar keeps are part of its value.
    if (out_.empty() || out_.back() != '\n') out_ += '\n';
  }

  std::string_view source_;
  const YamlNode& root_;
  std::size_t position_ = 0;  // in the source: all before it has been written
  std::string out_;
  std::vector<std::string> comments_;
  std::vector<Level> open_;
  std::vector<Level> last_;  // the levels that were open at the last key or dash
  std::optional<std::string> fault_;
};

}  // namespace

Expected<LaidOut, std::string> LayOut(std::string_view source, const YamlNode& root) {
  return Layout(source, root).Run();
}

}  // namespace querygate::review
