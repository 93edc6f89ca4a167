#include "engine/review/diff/regular_language.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/base/utf8.h"
#include "engine/review/diff/pattern_tree.h"

namespace querygate::review {
namespace {

constexpr std::size_t kMaxStates = 20'000;

}  // namespace

// Thompson's construction: each part leads from a state that exists to one that it gives back.
class LanguageBuilder {
 public:
  LanguageBuilder() { language_.states_.emplace_back(); }

  std::size_t Build(const PatternNode& node, std::size_t from) {
    switch (node.kind) {
      case PatternNode::Kind::kEmpty:
        return from;
      case PatternNode::Kind::kSet:
        return Read(from, node.ranges);
      case PatternNode::Kind::kAtStart:
        return Jump(from, RegularLanguage::Condition::kAtStart);
      case PatternNode::Kind::kAtEnd:
        return Jump(from, RegularLanguage::Condition::kAtEnd);
      case PatternNode::Kind::kSequence:
        for (const PatternNode& part : node.parts) from = Build(part, from);
        return from;
      case PatternNode::Kind::kChoice: {
        std::vector<std::size_t> ends;
        for (const PatternNode& part : node.parts) ends.push_back(Build(part, Jump(from)));
        return Join(ends);
      }
      case PatternNode::Kind::kRepeat:
        return Repeat(node, from);
    }
    return from;
  }

  std::size_t Text(std::string_view text, std::size_t from) {
    for (std::size_t offset = 0; offset < text.size();) {
      const CodePoint next = CodePointAt(text, offset);
      from = Read(from, {{next.value, next.value}});
      offset += next.bytes;
    }
    return from;
  }

  std::size_t Join(const std::vector<std::size_t>& ends) {
    const std::size_t to = NewState();
    for (const std::size_t end : ends) language_.states_[end].jumps.emplace_back(Always(), to);
    return to;
  }

  std::size_t Jump(std::size_t from, RegularLanguage::Condition condition = Always()) {
    const std::size_t to = NewState();
    language_.states_[from].jumps.emplace_back(condition, to);
    return to;
  }

  Expected<RegularLanguage, std::string> Finish(std::size_t end) && {
    if (overflow_) return Unexpected(std::string("the pattern is too large to be compared"));
    if (end + 1 != language_.states_.size()) Jump(end);
    return std::move(language_);
  }

 private:
  static RegularLanguage::Condition Always() { return RegularLanguage::Condition::kAlways; }

  // Beyond the bound everything ends in one state; the language is then thrown away.
  std::size_t NewState() {
    if (language_.states_.size() >= kMaxStates) {
      overflow_ = true;
      return language_.states_.size() - 1;
    }
    language_.states_.emplace_back();
    return language_.states_.size() - 1;
  }

  std::size_t Read(std::size_t from, const std::vector<CodePointRange>& ranges) {
    const std::size_t to = NewState();
    for (const CodePointRange& range : ranges) language_.states_[from].reads.emplace_back(range, to);
    return to;
  }

  std::size_t Repeat(const PatternNode& node, std::size_t from) {
    const PatternNode& part = node.parts.front();
    for (std::int64_t count = 0; count < node.min && !overflow_; ++count) from = Build(part, Jump(from));
    if (!node.max) {
      const std::size_t loop = Jump(from);
      language_.states_[Build(part, loop)].jumps.emplace_back(Always(), loop);
      return Jump(loop);
    }
    std::vector<std::size_t> ends{from};
    for (std::int64_t count = node.min; count < *node.max && !overflow_; ++count) {
      from = Build(part, Jump(from));
      ends.push_back(from);
    }
    return Join(ends);
  }

  RegularLanguage language_;
  bool overflow_ = false;
};

Expected<RegularLanguage, std::string> RegularLanguage::OfExpression(std::string_view expression) {
  const auto tree = ParsePatternTree(expression);
  if (!tree) return Unexpected(tree.error());
  LanguageBuilder builder;
  const std::size_t end = builder.Build(*tree, 0);
  return std::move(builder).Finish(end);
}

Expected<RegularLanguage, std::string> RegularLanguage::OfTexts(std::span<const std::string> texts) {
  LanguageBuilder builder;
  std::vector<std::size_t> ends;
  for (const std::string& text : texts) ends.push_back(builder.Text(text, builder.Jump(0)));
  const std::size_t end = builder.Join(ends);
  return std::move(builder).Finish(end);
}

}  // namespace querygate::review
