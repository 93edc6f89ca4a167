#include "tests/golden/runner/command_words.h"

namespace querygate::golden {

std::optional<std::vector<std::string>> SplitWords(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char character = line[at];
    const bool has_next = at + 1 < line.size();
    if (quote == '\'') {
      if (character == '\'') {
        quote = 0;
      } else {
        *word += character;
      }
    } else if (quote == '"') {
      if (character == '"') {
        quote = 0;
      } else if (character == '\\' && has_next && (line[at + 1] == '"' || line[at + 1] == '\\')) {
        *word += line[++at];
      } else {
        *word += character;
      }
    } else if (character == '\'' || character == '"') {
      quote = character;
      if (!word) word.emplace();
    } else if (character == '\\') {
      if (!has_next) return std::nullopt;
      if (!word) word.emplace();
      *word += line[++at];
    } else if (character == ' ' || character == '\t') {
      if (word) words.push_back(*std::move(word));
      word.reset();
    } else {
      if (!word) word.emplace();
      *word += character;
    }
  }
  if (quote != 0) return std::nullopt;
  if (word) words.push_back(*std::move(word));
  return words;
}

}  // namespace querygate::golden
