#include "engine/lint/suppression_comment.h"

#include <algorithm>

#include "engine/base/suggest.h"
#include "engine/policy/names.h"

namespace querygate::lint {

namespace {

using compiling::Quoted;
using Reading = std::variant<Suppression, MalformedSuppression>;

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kSeparators = " \t,";
constexpr std::string_view kAddress = "qg:";
constexpr std::string_view kUntil = "until=";
constexpr std::string_view kHelp = "write # qg:allow RULE -- REASON";

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Takes the next word off `text`; empty at its end.
std::string_view TakeWord(std::string_view& text, std::string_view separators) {
  text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(separators));
  text.remove_prefix(word.size());
  return word;
}

// The offset of a `--` that stands alone.
std::size_t FindDashes(std::string_view text) {
  for (std::size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at + 1)) {
    const bool before = at == 0 || kBlanks.find(text[at - 1]) != std::string_view::npos;
    const bool after = at + 2 == text.size() || kBlanks.find(text[at + 2]) != std::string_view::npos;
    if (before && after) return at;
  }
  return std::string_view::npos;
}

MalformedSuppression UnknownRule(std::string_view word) {
  std::vector<std::string> candidates;
  for (const Rule& rule : Rules()) {
    candidates.emplace_back(rule.id);
    candidates.emplace_back(rule.alias);
  }
  const auto near = NearestName(word, candidates);
  return {"there is no rule " + Quoted(word), near ? "did you mean " + *near + "?" : std::string(kHelp)};
}

std::optional<MalformedSuppression> ReadWord(std::string_view word, Suppression& suppression) {
  if (word.starts_with(kUntil)) {
    const auto date = ParseDate(word.substr(kUntil.size()));
    if (!date) return MalformedSuppression{Quoted(word) + " is no date", "write until=YYYY-MM-DD, a day that exists"};
    if (suppression.until) return MalformedSuppression{"a suppression with two dates", "keep one until=YYYY-MM-DD"};
    suppression.until = date;
    return std::nullopt;
  }
  const Rule* rule = FindRule(word);
  if (rule == nullptr) return UnknownRule(word);
  const auto& rules = suppression.rules;
  if (std::find(rules.begin(), rules.end(), rule) == rules.end()) suppression.rules.push_back(rule);
  return std::nullopt;
}

Reading ReadAddressed(std::string_view text) {
  const std::string_view instruction = TakeWord(text, kBlanks);
  if (instruction != "qg:allow") {
    return MalformedSuppression{Quoted(instruction) + " is no instruction", std::string(kHelp)};
  }
  const std::size_t dashes = FindDashes(text);
  const std::string_view reason =
      dashes == std::string_view::npos ? std::string_view() : Trimmed(text.substr(dashes + 2));
  if (reason.empty()) return MalformedSuppression{"a suppression without a reason", std::string(kHelp)};

  Suppression suppression;
  suppression.reason = reason;
  text = text.substr(0, dashes);
  for (std::string_view word = TakeWord(text, kSeparators); !word.empty(); word = TakeWord(text, kSeparators)) {
    if (auto malformed = ReadWord(word, suppression)) return *std::move(malformed);
  }
  if (suppression.rules.empty()) {
    return MalformedSuppression{"a suppression that names no rule", std::string(kHelp)};
  }
  return suppression;
}

bool IsAddressed(std::string_view text) {
  return text.size() >= kAddress.size() &&
         std::equal(kAddress.begin(), kAddress.end(), text.begin(), [](char expected, char written) {
           return expected == (written >= 'A' && written <= 'Z' ? static_cast<char>(written - 'A' + 'a') : written);
         });
}

}  // namespace

std::optional<Reading> ReadSuppression(std::string_view comment) {
  comment.remove_prefix(std::min(comment.find_first_not_of('#'), comment.size()));
  comment = Trimmed(comment);
  if (!IsAddressed(comment)) return std::nullopt;
  return ReadAddressed(comment);
}

}  // namespace querygate::lint
