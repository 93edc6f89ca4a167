// What a caller must and may send.
#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

// The smallest step by which a window's ends can lie apart.
std::int64_t StepMilliseconds(const ParameterSpec& end) {
  if (end.type == ScalarType::kDate) return 86'400'000;
  return end.store == Store::kUnixMs ? 1 : 1'000;
}

std::string WindowPlace(const CompiledReport& report, const WindowRule& window) {
  return "windows." + report.parameters[window.start].name;
}

}  // namespace

void WidenItems(MutantList& mutants) {
  ForEachParameter(mutants.report(), [&](const std::string& place, std::size_t index, const ParameterSpec& spec,
                                         const ParameterDeclaration& declared) {
    if (!spec.list || spec.from_scope) return;
    mutants.AddReport("widen_items", place, declared.max_items ? declared.max_items->position : declared.name.position,
                      "max_items " + std::to_string(spec.max_items) + " becomes " + std::to_string(spec.max_items + 1),
                      [index](CompiledReport& report) { ++report.parameters[index].max_items; });
  });
}

void RequireParameter(MutantList& mutants) {
  ForEachParameter(mutants.report(), [&](const std::string& place, std::size_t index, const ParameterSpec& spec,
                                         const ParameterDeclaration& declared) {
    if (!spec.optional && !spec.default_value) return;
    const SourcePosition position = declared.default_value ? declared.default_value->position : declared.name.position;
    mutants.AddReport("require_parameter", place, position, "leaving it out is refused",
                      [index](CompiledReport& report) {
                        report.parameters[index].optional = false;
                        report.parameters[index].default_value.reset();
                      });
  });
}

void DropWindow(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  for (std::size_t index = 0; index < report.windows.size(); ++index) {
    mutants.AddReport("drop_window", WindowPlace(report, report.windows[index]),
                      report.declaration->windows[index].position, "neither order nor length is checked",
                      [index](CompiledReport& wrong) {
                        wrong.windows.erase(wrong.windows.begin() + static_cast<std::ptrdiff_t>(index));
                      });
  }
}

void WidenWindow(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  for (std::size_t index = 0; index < report.windows.size(); ++index) {
    const WindowRule& window = report.windows[index];
    if (!window.max_milliseconds) continue;
    const std::int64_t step = StepMilliseconds(report.parameters[window.end]);
    mutants.AddReport("widen_window", WindowPlace(report, window), report.declaration->windows[index].max->position,
                      "max becomes " + std::to_string(step) + " ms longer",
                      [index, step](CompiledReport& wrong) { *wrong.windows[index].max_milliseconds += step; });
  }
}

}  // namespace querygate::trial::mutations
