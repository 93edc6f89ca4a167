#include "tools/querygate/help_text.h"

#include "engine/render/text_table.h"

namespace querygate::cli {

namespace {

std::string OptionTable(std::span<const Option> options) {
  TextTable table{{{}, {}}, {}};
  for (const Option& option : options) {
    std::string name = option.letter.empty() ? "" : "-" + std::string(option.letter) + ", ";
    name += "--" + std::string(option.name);
    if (!option.value.empty()) name += ' ' + std::string(option.value);
    std::string help(option.help);
    if (option.repeatable) help += " (repeatable)";
    table.rows.push_back({std::move(name), std::move(help)});
  }
  return RenderTextTable(table, 2);
}

}  // namespace

std::string Overview() {
  std::string text =
      "querygate runs declared queries: fixed SQL, listed tables and columns, typed parameters.\n\n"
      "usage: querygate COMMAND [operands and options]\n\n";
  TextTable table{{{}, {}, {}}, {}};
  for (const Command& command : Commands()) {
    table.rows.push_back({std::string(command.name), std::string(command.operands), std::string(command.summary)});
  }
  return text + RenderTextTable(table, 2) +
         "\nhelp: querygate help COMMAND; querygate help exit-codes; querygate demo makes something to try\n";
}

std::string CommandHelp(const Command& command) {
  std::string text = "usage: querygate " + std::string(command.name);
  if (!command.operands.empty()) text += ' ' + std::string(command.operands);
  text += "\n\n" + std::string(command.summary) + "\n";
  for (const std::string_view paragraph : command.details) {
    if (!paragraph.empty()) text += '\n' + std::string(paragraph);
  }
  const std::vector<Option> own = command.options();
  if (!own.empty()) text += "\noptions\n" + OptionTable(own);
  return text + "\ncommon options\n" + OptionTable(CommonOptions());
}

std::string ExitCodeHelp() {
  TextTable table{{{"code", true}, {"name"}, {"means"}}, {}};
  for (const ExitStatusRow& row : ExitStatuses()) {
    table.rows.push_back(
        {std::to_string(static_cast<int>(row.status)), std::string(row.name), std::string(row.meaning)});
  }
  return RenderTextTable(table);
}

}  // namespace querygate::cli
