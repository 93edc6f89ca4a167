#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

constexpr std::size_t kLeastWords = 4;  // of a report; fewer say no more than its title

constexpr auto kPlaceholders =
    std::to_array<std::string_view>({"todo", "tbd", "tba", "fixme", "xxx", "placeholder", "lorem"});
constexpr auto kPlaceholdersAlone = std::to_array<std::string_view>({"description", "none", "na", "report"});

// Lower-case words without punctuation; an underscore separates as a blank does.
std::vector<std::string> WordsOf(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0) {
      plain += static_cast<char>(std::tolower(byte));
    } else if (std::isspace(byte) != 0 || c == '_' || c == '-') {
      plain += ' ';
    }
  }
  std::vector<std::string> words;
  std::istringstream stream(plain);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> WithoutArticles(std::vector<std::string> words) {
  std::erase_if(words, [](const std::string& word) { return word == "the" || word == "a" || word == "an"; });
  return words;
}

bool IsPlaceholder(const std::vector<std::string>& words) {
  const auto is_one_of = [&words](const auto& placeholders) {
    return std::find(placeholders.begin(), placeholders.end(), words.front()) != placeholders.end();
  };
  return !words.empty() && (is_one_of(kPlaceholders) || (words.size() == 1 && is_one_of(kPlaceholdersAlone)));
}

// Why the text tells nothing, given what the reader knows already; empty when it tells something. A text that is
// not there is another rule's business.
std::string Fault(const std::string& text, const std::string& known, std::string_view known_as, std::size_t least) {
  const std::vector<std::string> words = WordsOf(text);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  if (words.empty()) return "holds no word";
  if (IsPlaceholder(words)) return "is a placeholder";
  if (WithoutArticles(words) == WithoutArticles(WordsOf(known))) return "only repeats the " + std::string(known_as);
  if (words.size() < least) return "has fewer than " + std::to_string(least) + " words";
  return {};
}

}  // namespace

void FindUselessDescriptions(const LintInput& input, LintFindings& findings) {
  const ReportDeclaration& declaration = *input.report.declaration;
  const std::string fault = Fault(declaration.description.value, declaration.title.value, "title", kLeastWords);
  if (!fault.empty()) {
    findings.Add("useless-description", declaration.description.position, "the report's description " + fault,
                 "say what it answers, for whom, and what it does not answer");
  }
  for (const ParameterDeclaration& parameter : declaration.parameters) {
    if (parameter.from_scope) continue;
    const std::string why = Fault(parameter.documentation.description, parameter.name.value, "name", 1);
    if (why.empty()) continue;
    findings.Add("useless-description", parameter.name.position,
                 "the description of parameter " + Quoted(parameter.name.value) + " " + why,
                 "say what the value is, in which form, and what it changes");
  }
}

}  // namespace querygate::lint
