#include "tools/querygate/report_words.h"

#include "engine/render/window_words.h"

namespace querygate::cli {

std::string PresenceText(const ParameterSpec& parameter) {
  std::string text = parameter.from_scope ? "from the host" : "";
  if (parameter.default_value) {
    text += (text.empty() ? "" : ", ") + ("default " + parameter.default_value->spelling);
  } else if (parameter.optional) {
    text += std::string(text.empty() ? "" : ", ") + "optional";
  } else if (!parameter.from_scope) {
    text = "required";
  }
  return text;
}

std::vector<std::string> WindowLines(const CompiledReport& report) {
  std::vector<std::string> lines;
  for (const WindowRule& window : report.windows) lines.push_back(WindowText(report, window));
  return lines;
}

std::string ExampleCommand(const CompiledReport& report) {
  std::string text = "querygate run " + report.id;
  bool needs_scope = !report.row_scope.empty();
  for (const ParameterSpec& parameter : report.parameters) {
    needs_scope = needs_scope || parameter.from_scope;
    if (parameter.from_scope || parameter.optional || parameter.default_value) continue;
    text += ' ' + parameter.name + '=';
    text += parameter.choices.empty() ? "..." : parameter.choices.front().spelling;
  }
  return text + (needs_scope ? " --as FILE" : "");
}

std::vector<BudgetLine> BudgetLines(const Budget& budget) {
  return {
      {"deadline", budget.deadline.count(), "ms"},
      {"lock_wait", budget.lock_wait.count(), "ms"},
      {"vm_steps", budget.vm_steps, ""},
      {"source_rows", budget.source_rows, ""},
      {"groups", budget.groups, ""},
      {"result_bytes", budget.result_bytes, "bytes"},
      {"value_bytes", budget.value_bytes, "bytes"},
      {"memory", budget.memory, "bytes"},
  };
}

}  // namespace querygate::cli
