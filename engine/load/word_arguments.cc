#include <map>
#include <utility>

#include "engine/base/utf8.h"
#include "engine/load/arguments.h"
#include "engine/load/json_arguments.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

using Fault = std::variant<Rejection, WordError>;

Unexpected<Fault> Invalid() {
  return Unexpected(Fault(Rejection{RejectionKind::kInvalidRequest, "invalid_arguments", ""}));
}

Unexpected<Fault> NotAnArgument(const std::string& word) {
  return Unexpected(Fault(WordError{Quoted(word) + " is no argument: write name=value, or name:=JSON"}));
}

// A second word of one name makes the argument a list of words.
void Gather(Argument& argument, Argument word) {
  if (argument.kind == Argument::Kind::kWord) {
    Argument first = std::move(argument);
    argument = Argument{};
    argument.kind = Argument::Kind::kArray;
    argument.items.push_back(std::move(first));
  }
  argument.items.push_back(std::move(word));
}

}  // namespace

Expected<Arguments, std::variant<Rejection, WordError>> ParseWordArguments(const std::vector<std::string>& words) {
  struct Seen {
    std::size_t index;
    bool json;
  };
  Arguments arguments;
  std::map<std::string, Seen, std::less<>> seen;
  std::size_t bytes = 0;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return NotAnArgument(word);
    const bool json = word[equals - 1] == ':';
    const std::string name = word.substr(0, json ? equals - 1 : equals);
    if (name.empty()) return NotAnArgument(word);
    bytes += word.size();
    if (bytes > kMaxArgumentBytes || !IsValidUtf8(word)) return Invalid();

    Argument argument;
    if (json) {
      JsonResult result = ReadJson(std::string_view(word).substr(equals + 1));
      if (!result.value) return Invalid();
      argument = ToArgument(std::move(*result.value));
    } else {
      argument.kind = Argument::Kind::kWord;
      argument.text = word.substr(equals + 1);
    }
    const auto [earlier, inserted] = seen.emplace(name, Seen{arguments.size(), json});
    if (inserted) {
      arguments.emplace_back(name, std::move(argument));
    } else if (json || earlier->second.json) {
      return Invalid();
    } else {
      Gather(arguments[earlier->second.index].second, std::move(argument));
    }
  }
  return arguments;
}

}  // namespace querygate
