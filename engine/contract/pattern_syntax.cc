#include "engine/contract/pattern_syntax.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "engine/base/utf8.h"

namespace querygate {
namespace {

constexpr std::string_view kSyntaxCharacters = "^$\\.*+?()[]{}|/";

// What an escape's letter stands for, and whether it may stand inside a class.
struct Escape {
  char letter;
  bool in_class;
  bool is_assertion;  // cannot be repeated
  bool is_set;        // cannot bound a range
};
constexpr auto kEscapes = std::to_array<Escape>({
    {'d', true, false, true},
    {'D', true, false, true},
    {'w', true, false, true},
    {'W', true, false, true},
    {'b', false, true, false},
    {'B', false, true, false},
    {'t', true, false, false},
    {'n', true, false, false},
    {'v', true, false, false},
    {'f', true, false, false},
    {'r', true, false, false},
});

// General categories that both engines know with the same members. `C` is not among them: RE2's leaves out
// unassigned code points.
constexpr auto kCategories = std::to_array<std::string_view>({
    "L",  "Ll", "Lm", "Lo", "Lt", "Lu", "M",  "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P",  "Pc", "Pd",
    "Pe", "Pf", "Pi", "Po", "Ps", "S",  "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs", "Cc", "Cf", "Co",
});

// Any code point but U+000A, U+000D, U+2028 and U+2029; RE2's own `.` excludes only the first.
constexpr std::string_view kDot = "[^\\n\\r\\x{2028}\\x{2029}]";

bool IsHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Translator {
 public:
  explicit Translator(std::string_view expression) : rest_(expression) {}

  Expected<std::string, std::string> Run() {
    while (!rest_.empty() && !error_) Term();
    if (error_) return Unexpected(*std::move(error_));
    return std::move(out_);
  }

 private:
  // What the last term was, for the quantifier that may follow it.
  enum class Last { kNothing, kAtom, kAssertion, kQuantifier };

  void Fail(std::string message) {
    if (!error_) error_ = std::move(message);
  }

  void Take(std::size_t count) {
    out_ += rest_.substr(0, count);
    rest_.remove_prefix(count);
  }

  void Term() {
    switch (rest_.front()) {
      case '\\':
        EscapedTerm();
        return;
      case '[':
        Class();
        last_ = Last::kAtom;
        return;
      case '(':
        OpenGroup();
        return;
      case ')':
        Take(1);
        last_ = Last::kAtom;
        return;
      case '|':
        Take(1);
        last_ = Last::kNothing;
        return;
      case '^':
      case '$':
        Take(1);
        last_ = Last::kAssertion;
        return;
      case '*':
      case '+':
      case '?':
        Quantifier(1);
        return;
      case '{':
        Quantifier(CountedLength());
        return;
      case '}':
      case ']':
        Fail(std::string("'") + rest_.front() + "' stands alone; write '\\" + rest_.front() + "'");
        return;
      case '.':
        out_ += kDot;
        rest_.remove_prefix(1);
        last_ = Last::kAtom;
        return;
      default:
        Take(CodePointAt(rest_, 0).bytes);
        last_ = Last::kAtom;
    }
  }

  void OpenGroup() {
    if (rest_.substr(0, 3) == "(?:") {
      Take(3);
    } else if (rest_.substr(0, 2) == "(?") {
      Fail("only '(…)' and '(?:…)' are shared groups: no flags, names or look-around");
    } else {
      Take(1);
    }
    last_ = Last::kNothing;
  }

  // The length of `{n}`, `{n,}` or `{n,m}` at the front; zero when there is none.
  std::size_t CountedLength() const {
    std::size_t at = 1;
    const auto number = [this, &at] {
      const std::size_t start = at;
      while (at < rest_.size() && IsDigit(rest_[at])) ++at;
      const bool leading_zero = at - start > 1 && rest_[start] == '0';
      return at > start && !leading_zero;
    };
    if (!number()) return 0;
    if (at < rest_.size() && rest_[at] == ',') {
      ++at;
      if (at < rest_.size() && rest_[at] != '}' && !number()) return 0;
    }
    return at < rest_.size() && rest_[at] == '}' ? at + 1 : 0;
  }

  void Quantifier(std::size_t length) {
    if (length == 0) {
      Fail("'{' does not start a count such as '{2,5}'; write '\\{' for the character");
      return;
    }
    if (last_ != Last::kAtom) {
      Fail("a quantifier has nothing that it could repeat");
      return;
    }
    Take(length);
    if (!rest_.empty() && rest_.front() == '?') Take(1);
    last_ = Last::kQuantifier;
  }

  void EscapedTerm() {
    if (rest_.size() < 2) {
      Fail("the expression ends in a backslash");
      return;
    }
    last_ = Last::kAtom;
    const char letter = rest_[1];
    const auto* escape = FindEscape(letter);
    if (escape != nullptr) {
      Take(2);
      if (escape->is_assertion) last_ = Last::kAssertion;
    } else if (kSyntaxCharacters.find(letter) != std::string_view::npos) {
      Take(2);
    } else {
      SharedEscape();
    }
  }

  static const Escape* FindEscape(char letter) {
    const auto* found = std::find_if(kEscapes.begin(), kEscapes.end(),
                                     [letter](const Escape& escape) { return escape.letter == letter; });
    return found == kEscapes.end() ? nullptr : found;
  }

  // `\xHH`, `\p{…}`, `\P{…}`; true when it stands for a set. Anything else is an error.
  bool SharedEscape() {
    const char letter = rest_[1];
    if (letter == 'x' && rest_.size() >= 4 && IsHexDigit(rest_[2]) && IsHexDigit(rest_[3])) {
      Take(4);
      return false;
    }
    if (letter == 'p' || letter == 'P') {
      const std::size_t close = rest_.find('}');
      const bool braced = rest_.size() > 2 && rest_[2] == '{' && close != std::string_view::npos;
      const std::string_view name = braced ? rest_.substr(3, close - 3) : std::string_view();
      if (std::find(kCategories.begin(), kCategories.end(), name) == kCategories.end()) {
        Fail("'\\p' takes a general category in braces, for example '\\p{Lu}'");
        return true;
      }
      Take(close + 1);
      return true;
    }
    if (letter == 's' || letter == 'S') {
      Fail("'\\s' differs between engines; list the spaces that are meant, for example '[ \\t]'");
      return true;
    }
    const std::size_t bytes = CodePointAt(rest_, 1).bytes;
    Fail("the escape '" + std::string(rest_.substr(0, 1 + bytes)) + "' is not shared by RE2 and ECMA-262");
    return true;
  }

  void Class() {
    Take(1);
    if (!rest_.empty() && rest_.front() == '^') Take(1);
    if (!rest_.empty() && rest_.front() == ']') {
      Fail("a class is empty; write '\\]' for the character");
      return;
    }
    bool first = true;
    while (!error_) {
      if (rest_.empty()) {
        Fail("a class is not closed");
        return;
      }
      if (rest_.front() == ']') {
        Take(1);
        return;
      }
      const bool last = rest_.size() > 1 && rest_[1] == ']';
      if (rest_.front() == '-' && !first && !last) {
        Fail("a '-' that is neither first nor last in its class bounds no range; write '\\-'");
        return;
      }
      const bool set = ClassMember();
      const bool range = rest_.size() > 1 && rest_[0] == '-' && rest_[1] != ']';
      if (!error_ && range) {
        if (set) {
          Fail("a range starts with a set of characters");
          return;
        }
        Take(1);
        if (ClassMember()) Fail("a range ends with a set of characters");
      }
      first = false;
    }
  }

  // One character or escape of a class; true when it stands for a set.
  bool ClassMember() {
    if (rest_.front() == '[') {
      Fail("'[' stands inside a class; write '\\['");
      return false;
    }
    if (rest_.front() != '\\') {
      Take(CodePointAt(rest_, 0).bytes);
      return false;
    }
    if (rest_.size() < 2) {
      Fail("the expression ends in a backslash");
      return false;
    }
    const char letter = rest_[1];
    const auto* escape = FindEscape(letter);
    if (escape != nullptr && escape->in_class) {
      Take(2);
      return escape->is_set;
    }
    if (letter == '-' || kSyntaxCharacters.find(letter) != std::string_view::npos) {
      Take(2);
      return false;
    }
    return SharedEscape();
  }

  std::string_view rest_;
  std::string out_;
  std::optional<std::string> error_;
  Last last_ = Last::kNothing;
};

}  // namespace

Expected<std::string, std::string> TranslatePattern(std::string_view expression) {
  if (expression.empty()) return Unexpected(std::string("an empty expression accepts only the empty text"));
  if (!IsValidUtf8(expression)) return Unexpected(std::string("the expression is not valid UTF-8"));
  if (expression.find('\0') != std::string_view::npos) {
    return Unexpected(std::string("the expression holds a NUL character"));
  }
  return Translator(expression).Run();
}

}  // namespace querygate
