#include "engine/review/diff/pattern_tree.h"

#include <algorithm>
#include <utility>

#include "engine/base/utf8.h"

namespace querygate::review {
namespace {

using Ranges = std::vector<CodePointRange>;

constexpr char32_t kLastCodePoint = 0x10FFFF;

Ranges Normalised(Ranges ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const CodePointRange& a, const CodePointRange& b) { return a.first < b.first; });
  Ranges result;
  for (const CodePointRange& range : ranges) {
    if (!result.empty() && range.first <= result.back().last + 1) {
      result.back().last = std::max(result.back().last, range.last);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

Ranges Complement(const Ranges& ranges) {
  Ranges result;
  char32_t next = 0;
  for (const CodePointRange& range : Normalised(ranges)) {
    if (range.first > next) result.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= kLastCodePoint) result.push_back({next, kLastCodePoint});
  return result;
}

const Ranges kDigits = {{'0', '9'}};
const Ranges kWordCharacters = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const Ranges kLineEnds = {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};

PatternNode Set(Ranges ranges) { return {.kind = PatternNode::Kind::kSet, .ranges = Normalised(std::move(ranges))}; }

class Parser {
 public:
  explicit Parser(std::string_view expression) : rest_(expression) {}

  Expected<PatternNode, std::string> Run() {
    PatternNode node = Choice();
    if (!rest_.empty()) Fail("the pattern is not understood");
    if (error_) return Unexpected(*std::move(error_));
    return node;
  }

 private:
  void Fail(std::string message) {
    if (!error_) error_ = std::move(message);
    rest_ = {};
  }

  bool Take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  PatternNode Choice() {
    PatternNode choice{.kind = PatternNode::Kind::kChoice};
    do {
      choice.parts.push_back(Sequence());
    } while (Take('|'));
    return choice.parts.size() == 1 ? std::move(choice.parts.front()) : std::move(choice);
  }

  PatternNode Sequence() {
    PatternNode sequence{.kind = PatternNode::Kind::kSequence};
    while (!rest_.empty() && rest_.front() != '|' && rest_.front() != ')') {
      sequence.parts.push_back(Quantified(Atom()));
    }
    return sequence;
  }

  PatternNode Quantified(PatternNode atom) {
    std::int64_t min = 0;
    std::optional<std::int64_t> max;
    if (Take('+')) {
      min = 1;
    } else if (Take('?')) {
      max = 1;
    } else if (Take('{')) {
      min = Number();
      if (!Take(',')) {
        max = min;
      } else if (!rest_.empty() && rest_.front() != '}') {
        max = Number();
      }
      if (!Take('}')) Fail("the pattern is not understood");
    } else if (!Take('*')) {
      return atom;
    }
    Take('?');  // a lazy form accepts the same texts
    PatternNode repeat{.kind = PatternNode::Kind::kRepeat, .min = min, .max = max};
    repeat.parts.push_back(std::move(atom));
    return repeat;
  }

  std::int64_t Number() {
    constexpr std::int64_t kLargest = 100'000;  // RE2's own bound is 1,000
    std::int64_t number = 0;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      number = std::min(kLargest, number * 10 + (rest_.front() - '0'));
      rest_.remove_prefix(1);
    }
    return number;
  }

  PatternNode Atom() {
    if (Take('(')) {
      if (rest_.starts_with("?:")) rest_.remove_prefix(2);
      PatternNode node = Choice();
      if (!Take(')')) Fail("the pattern is not understood");
      return node;
    }
    if (Take('[')) return Class();
    if (Take('.')) return Set(Complement(kLineEnds));
    if (Take('^')) return {.kind = PatternNode::Kind::kAtStart};
    if (Take('$')) return {.kind = PatternNode::Kind::kAtEnd};
    return Set(Member());
  }

  PatternNode Class() {
    const bool negated = Take('^');
    Ranges ranges;
    while (!Take(']')) {
      if (rest_.empty()) {
        Fail("the pattern is not understood");
        break;
      }
      Ranges member = Member();
      const bool range = rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']';
      if (range && member.size() == 1) {
        rest_.remove_prefix(1);
        const Ranges end = Member();
        if (!end.empty()) member.front().last = end.front().last;
      }
      ranges.insert(ranges.end(), member.begin(), member.end());
    }
    return Set(negated ? Complement(ranges) : ranges);
  }

  // One character or one escape, inside a class or outside.
  Ranges Member() {
    if (Take('\\')) return Escape();
    if (rest_.empty()) {
      Fail("the pattern is not understood");
      return {};
    }
    const CodePoint next = CodePointAt(rest_, 0);
    rest_.remove_prefix(next.bytes);
    return {{next.value, next.value}};
  }

  Ranges Escape() {
    const char letter = rest_.empty() ? '\0' : rest_.front();
    if (!rest_.empty()) rest_.remove_prefix(1);
    const auto one = [](char32_t value) { return Ranges{{value, value}}; };
    switch (letter) {
      case 'd':
        return kDigits;
      case 'D':
        return Complement(kDigits);
      case 'w':
        return kWordCharacters;
      case 'W':
        return Complement(kWordCharacters);
      case 't':
        return one('\t');
      case 'n':
        return one('\n');
      case 'v':
        return one('\v');
      case 'f':
        return one('\f');
      case 'r':
        return one('\r');
      case 'x':
        return HexCharacter();
      case 'b':
      case 'B':
        Fail("a pattern with word boundaries cannot be compared");
        return {};
      case 'p':
      case 'P':
        Fail("a pattern with general categories cannot be compared");
        return {};
      default:
        return one(static_cast<unsigned char>(letter));
    }
  }

  Ranges HexCharacter() {
    char32_t value = 0;
    for (int digit = 0; digit < 2 && !rest_.empty(); ++digit) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      const int hex = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
      value = value * 16 + static_cast<char32_t>(hex);
    }
    return {{value, value}};
  }

  std::string_view rest_;
  std::optional<std::string> error_;
};

}  // namespace

Expected<PatternNode, std::string> ParsePatternTree(std::string_view expression) { return Parser(expression).Run(); }

}  // namespace querygate::review
