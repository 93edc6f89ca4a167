#include "tools/querygate/report_words.h"

#include <array>

namespace querygate::cli {

namespace {

// "20m", "36h", "1500ms": the largest unit that says it exactly.
std::string DurationText(std::int64_t milliseconds) {
  struct Unit {
    std::string_view name;
    std::int64_t milliseconds;
  };
  static constexpr std::array kUnits{Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000}, Unit{"s", 1000}};
  for (const Unit& unit : kUnits) {
    if (milliseconds % unit.milliseconds == 0) {
      return std::to_string(milliseconds / unit.milliseconds) + std::string(unit.name);
    }
  }
  return std::to_string(milliseconds) + "ms";
}

}  // namespace

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
  for (const WindowRule& window : report.windows) {
    std::string line = report.parameters[window.start].name + " is before " + report.parameters[window.end].name;
    if (window.max_milliseconds) line += ", at most " + DurationText(*window.max_milliseconds) + " apart";
    line += window.closed ? "; the end belongs to the window" : "; the end does not belong to the window";
    lines.push_back(std::move(line));
  }
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
