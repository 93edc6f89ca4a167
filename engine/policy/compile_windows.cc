#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

std::optional<std::size_t> CompileEnd(ReportContext& context, const Located<std::string>& name) {
  const std::optional<std::size_t> index = context.UseParameter(name.value);
  if (!index) {
    context.Find("invalid-window", name.position, Quoted(name.value) + " is not a parameter",
                 NameHelp(name.value, context.ParameterNames(), "parameters"));
    return std::nullopt;
  }
  const ParameterSpec& spec = context.report.parameters[*index];
  const bool ordered = spec.type == ScalarType::kDate || spec.type == ScalarType::kTimestamp;
  if (!ordered || spec.list || spec.optional) {
    context.Find("invalid-window", name.position, "parameter " + Quoted(name.value) + " cannot bound a window",
                 "a window lies between two single, required dates or timestamps");
    return std::nullopt;
  }
  return index;
}

}  // namespace

void CompileWindows(ReportContext& context) {
  for (const WindowDeclaration& declared : context.declaration.windows) {
    const std::optional<std::size_t> start = CompileEnd(context, declared.start);
    const std::optional<std::size_t> end = CompileEnd(context, declared.end);
    if (declared.max && declared.max->value < 1) {
      context.Find("invalid-window", declared.max->position, "the window's `max` is not positive",
                   "write a duration like `20m`, or remove it");
      continue;
    }
    if (!start || !end) continue;
    const ScalarType type = context.report.parameters[*start].type;
    if (*start == *end || type != context.report.parameters[*end].type) {
      context.Find("invalid-window", declared.end.position,
                   "a window lies between two different parameters of one type",
                   Quoted(declared.start.value) + " is a " + std::string(NameOf(type)));
      continue;
    }
    if (declared.closed && type != ScalarType::kDate) {
      context.Find("invalid-window", declared.position, "only a window of dates can be closed",
                   "remove `closed: true`: a window of timestamps leaves its end out");
    }
    WindowRule rule{*start, *end, std::nullopt, declared.closed};
    if (declared.max) rule.max_milliseconds = declared.max->value;
    context.report.windows.push_back(rule);
  }
}

}  // namespace querygate::compiling
