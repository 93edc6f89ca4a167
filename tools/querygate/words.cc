#include "tools/querygate/words.h"

#include <boost/program_options.hpp>

#include "engine/base/suggest.h"

namespace querygate::cli {

namespace {

namespace po = boost::program_options;

constexpr const char* kOperand = "operand";

// Names the option without its value: that may be anything.
UsageError UnknownOption(std::span<const Option> options, std::string_view given) {
  given = given.substr(0, given.find('='));
  const std::string name(given.substr(std::min(given.find_first_not_of('-'), given.size())));
  std::vector<std::string> candidates;
  for (const Option& option : options) candidates.emplace_back(option.name);
  const auto near = NearestName(name, candidates);
  return {"unknown option " + std::string(given),
          near ? "did you mean --" + *near + "?" : "words that start with a dash go behind --"};
}

const Option* FindOption(std::span<const Option> options, std::string_view name) {
  for (const Option& option : options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> Words::Value(std::string_view name) const {
  const auto found = options.find(name);
  if (found == options.end() || found->second.empty()) return std::nullopt;
  return found->second.front();
}

std::vector<std::string> Words::Values(std::string_view name) const {
  const auto found = options.find(name);
  return found == options.end() ? std::vector<std::string>() : found->second;
}

Expected<Words, UsageError> ParseWords(std::span<const Option> options, const std::vector<std::string>& arguments) {
  po::options_description description;
  for (const Option& option : options) {
    std::string name(option.name);
    if (!option.letter.empty()) name += "," + std::string(option.letter);
    if (option.value.empty()) {
      description.add_options()(name.c_str(), "");
    } else {
      description.add_options()(name.c_str(), po::value<std::string>(), "");
    }
  }
  description.add_options()(kOperand, po::value<std::vector<std::string>>(), "");
  po::positional_options_description positional;
  positional.add(kOperand, -1);

  po::parsed_options parsed(&description);
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    parsed = po::command_line_parser(arguments).options(description).positional(positional).style(style).run();
  } catch (const po::unknown_option& error) {
    return Unexpected(UnknownOption(options, error.get_option_name()));
  } catch (const po::invalid_command_line_syntax& error) {
    const std::string name = error.get_option_name();
    const bool missing = error.kind() != po::invalid_syntax::extra_parameter;
    return Unexpected(UsageError{name + (missing ? " needs a value" : " takes no value"), {}});
  }

  Words words;
  for (const po::option& given : parsed.options) {
    if (given.position_key >= 0) {
      words.operands.insert(words.operands.end(), given.value.begin(), given.value.end());
      continue;
    }
    const Option* option = FindOption(options, given.string_key);
    if (option == nullptr) return Unexpected(UnknownOption(options, "--" + given.string_key));  // --operand
    const bool repeated = words.options.contains(option->name);
    if (repeated && !option->repeatable) {
      return Unexpected(UsageError{"--" + given.string_key + " is given twice", {}});
    }
    std::vector<std::string>& values = words.options[given.string_key];
    values.insert(values.end(), given.value.begin(), given.value.end());
  }
  return words;
}

}  // namespace querygate::cli
