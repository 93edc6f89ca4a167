// `help`: usage of one command, or a topic.
#include "tools/querygate/command_table.h"
#include "tools/querygate/help_text.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

std::vector<Option> HelpOptions() { return {}; }

ExitStatus RunHelp(Context& context) {
  if (context.words.operands.empty()) {
    context.out = Overview();
    return ExitStatus::kOk;
  }
  if (context.words.operands.size() > 1) return ReportUsage(context, "help takes one command or topic");
  const std::string& topic = context.words.operands.front();
  if (topic == "exit-codes") {
    context.out = ExitCodeHelp();
    return ExitStatus::kOk;
  }
  const Command* command = FindCommand(topic);
  if (command == nullptr) {
    std::vector<std::string> topics{"exit-codes"};
    for (const Command& row : Commands()) topics.emplace_back(row.name);
    return ReportUsage(context, "no help on " + topic, Suggestion(topic, topics, "querygate help lists the commands"));
  }
  context.out = CommandHelp(*command);
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
