#include <algorithm>
#include <array>
#include <string>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate {
namespace {

using compiling::Quoted;

using Written = std::optional<Located<std::int64_t>> BudgetNarrowing::*;

// One row for each member of a budget; counts, bytes and milliseconds are all 64-bit integers here.
struct BudgetMember {
  std::string_view name;
  Written written;
  std::int64_t (*get)(const Budget&);
  void (*set)(Budget&, std::int64_t);
};

constexpr auto kMembers = std::to_array<BudgetMember>({
    {"deadline", &BudgetNarrowing::deadline, [](const Budget& b) -> std::int64_t { return b.deadline.count(); },
     [](Budget& b, std::int64_t v) { b.deadline = std::chrono::milliseconds(v); }},
    {"lock_wait", &BudgetNarrowing::lock_wait, [](const Budget& b) -> std::int64_t { return b.lock_wait.count(); },
     [](Budget& b, std::int64_t v) { b.lock_wait = std::chrono::milliseconds(v); }},
    {"vm_steps", &BudgetNarrowing::vm_steps, [](const Budget& b) { return b.vm_steps; },
     [](Budget& b, std::int64_t v) { b.vm_steps = v; }},
    {"source_rows", &BudgetNarrowing::source_rows, [](const Budget& b) { return b.source_rows; },
     [](Budget& b, std::int64_t v) { b.source_rows = v; }},
    {"groups", &BudgetNarrowing::groups, [](const Budget& b) { return b.groups; },
     [](Budget& b, std::int64_t v) { b.groups = v; }},
    {"result_bytes", &BudgetNarrowing::result_bytes, [](const Budget& b) { return b.result_bytes; },
     [](Budget& b, std::int64_t v) { b.result_bytes = v; }},
    {"value_bytes", &BudgetNarrowing::value_bytes, [](const Budget& b) { return b.value_bytes; },
     [](Budget& b, std::int64_t v) { b.value_bytes = v; }},
    {"sql_bytes", &BudgetNarrowing::sql_bytes, [](const Budget& b) { return b.sql_bytes; },
     [](Budget& b, std::int64_t v) { b.sql_bytes = v; }},
    {"memory", &BudgetNarrowing::memory, [](const Budget& b) { return b.memory; },
     [](Budget& b, std::int64_t v) { b.memory = v; }},
});

constexpr std::string_view kDefaultLimits = "default";

// An upper bound keeps arithmetic on budgets (one row more than allowed, a day in milliseconds) away from
// the end of 64 bits.
constexpr std::int64_t kLargestBudget = std::int64_t{1} << 52;

bool CheckRange(compiling::Findings& findings, const BudgetMember& member, const Located<std::int64_t>& written) {
  if (written.value >= 1 && written.value <= kLargestBudget) return true;
  findings.Add("invalid-value", written.position, Quoted(member.name) + " must be a positive bound",
               "every call is bounded; give the smallest value that real calls need");
  return false;
}

}  // namespace

Diagnostics CheckLimits(const LimitsDeclaration& limits) {
  compiling::Findings findings(limits.text);
  for (const BudgetMember& member : kMembers) {
    if (const auto& written = limits.values.*member.written) CheckRange(findings, member, *written);
  }
  return findings.Take();
}

namespace compiling {

void CompileBudget(ReportContext& context) {
  const ReportDeclaration& declaration = context.declaration;
  CompiledReport& report = context.report;
  report.limits = context.inputs.limits;
  report.limits_name = declaration.limits ? declaration.limits->value : std::string(kDefaultLimits);
  if (context.inputs.limits == nullptr) {
    const SourcePosition position = declaration.limits ? declaration.limits->position : declaration.source.position;
    const auto& known = context.inputs.known_limits;
    if (std::find(known.begin(), known.end(), report.limits_name) != known.end()) {
      context.Find("unknown-limits", position, "the limits " + Quoted(report.limits_name) + " have errors",
                   "correct policies/limits/" + report.limits_name + ".yaml first");
      return;
    }
    context.Find("unknown-limits", position, "no policy declares the limits " + Quoted(report.limits_name),
                 declaration.limits ? NameHelp(report.limits_name, known, "limits")
                                    : "name limits with `limits: NAME`, or add policies/limits/default.yaml");
    return;
  }
  for (const BudgetMember& member : kMembers) {
    if (const auto& written = context.inputs.limits->values.*member.written) member.set(report.budget, written->value);
  }
  for (const BudgetMember& member : kMembers) {
    const auto& written = declaration.narrowing.*member.written;
    if (!written || !CheckRange(context.findings, member, *written)) continue;
    const std::int64_t bound = member.get(report.budget);
    if (written->value > bound) {
      context.Find("budget-widened", written->position,
                   Quoted(member.name) + " is wider than the limits " + Quoted(report.limits_name) + " allow",
                   "write at most " + std::to_string(bound) + ", or name other limits");
      continue;
    }
    member.set(report.budget, written->value);
  }
}

}  // namespace compiling
}  // namespace querygate
