#include "engine/load/comments.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/base/utf8.h"
#include "engine/load/scalar_extent.h"
#include "engine/load/yaml_document.h"

namespace querygate {

namespace {

// What is known of one line.
struct LineFacts {
  std::size_t comment = std::string_view::npos;  // offset within the line
  bool holds_something = false;                  // beside the comment
  int first = 0, last = 0;                       // of the scalar of several lines that it is part of
};

class CommentFinder {
 public:
  explicit CommentFinder(const SourceText& text)
      : text_(text),
        is_scalar_(text.text().size(), false),
        lines_(static_cast<std::size_t>(std::count(text.text().begin(), text.text().end(), '\n')) + 1) {
    for (std::size_t index = 0; index < lines_.size(); ++index) {
      lines_[index].first = lines_[index].last = static_cast<int>(index) + 1;
    }
  }

  void AddScalars(const YamlNode& node) {
    if (node.kind == NodeKind::kScalar) AddScalar(node);
    for (const YamlNode& item : node.items) AddScalars(item);
    for (const YamlMember& member : node.members) {
      AddScalars(member.key);
      AddScalars(member.value);
    }
  }

  std::vector<Comment> Find() && {
    ReadLines();
    std::vector<Comment> comments;
    std::size_t next = lines_.size();  // the nearest line below that holds something
    const int first = FirstLine();
    for (std::size_t index = lines_.size(); index-- > 0;) {
      const LineFacts& facts = lines_[index];
      if (facts.holds_something) next = index;
      if (facts.comment == std::string_view::npos) continue;
      Comment comment = CommentOn(index);
      if (next < lines_.size()) {
        comment.first_line = lines_[next].first == first ? 0 : lines_[next].first;
        comment.last_line = lines_[next].last;
      }
      comments.push_back(std::move(comment));
    }
    std::reverse(comments.begin(), comments.end());
    return comments;
  }

 private:
  void AddScalar(const YamlNode& scalar) {
    const std::string_view source = text_.text();
    const ScalarExtent extent = ExtentOf(source, scalar);
    const auto offset = [this](std::size_t at) { return is_scalar_.begin() + static_cast<std::ptrdiff_t>(at); };
    std::fill(offset(extent.head.begin), offset(extent.head.end), true);
    std::fill(offset(extent.lines.begin), offset(extent.lines.end), true);

    std::string_view written = source.substr(scalar.offset, extent.end() - scalar.offset);
    if (written.ends_with('\n')) written.remove_suffix(1);
    const int first = scalar.position.line;
    const int last = first + static_cast<int>(std::count(written.begin(), written.end(), '\n'));
    if (first == last) return;
    for (int line = first; line <= last; ++line) {
      LineFacts& facts = lines_[static_cast<std::size_t>(line) - 1];
      facts.first = std::min(facts.first, first);
      facts.last = std::max(facts.last, last);
    }
  }

  void ReadLines() {
    std::size_t line = 0;
    std::size_t start = 0;
    const std::string_view source = text_.text();
    for (std::size_t at = 0; at < source.size(); ++at) {
      LineFacts& facts = lines_[line];
      if (source[at] == '\n') {
        ++line;
        start = at + 1;
      } else if (facts.comment != std::string_view::npos) {
        continue;
      } else if (source[at] == '#' && !is_scalar_[at]) {
        facts.comment = at - start;
      } else if (source[at] != ' ' && source[at] != '\t' && source[at] != '\r') {
        facts.holds_something = true;
      }
    }
  }

  int FirstLine() const {
    const auto found =
        std::find_if(lines_.begin(), lines_.end(), [](const LineFacts& facts) { return facts.holds_something; });
    return static_cast<int>(found - lines_.begin()) + 1;
  }

  Comment CommentOn(std::size_t index) const {
    const int number = static_cast<int>(index) + 1;
    const std::string_view line = text_.Line(number);
    const std::size_t at = lines_[index].comment;
    Comment comment;
    comment.text = line.substr(at);
    comment.position = {number, static_cast<int>(CountCodePoints(line.substr(0, at))) + 1,
                        static_cast<int>(CountCodePoints(comment.text))};
    return comment;
  }

  const SourceText& text_;
  std::vector<bool> is_scalar_;  // for each byte
  std::vector<LineFacts> lines_;
};

}  // namespace

std::vector<Comment> FindComments(const SourceText& text) {
  const YamlDocument document = ParseYaml(text);
  if (!document.root || !document.diagnostics.empty()) return {};
  CommentFinder finder(text);
  finder.AddScalars(*document.root);
  return std::move(finder).Find();
}

}  // namespace querygate
