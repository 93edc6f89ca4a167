// What one call may spend.
#include <array>

#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

struct Member {
  std::string_view name;
  std::string_view unit;
  std::int64_t (*get)(const Budget&);
  bool at_run_time;  // else it bounds what an author may write
};

constexpr auto kMembers = std::to_array<Member>({
    {"deadline", "ms", [](const Budget& b) -> std::int64_t { return b.deadline.count(); }, true},
    {"lock_wait", "ms", [](const Budget& b) -> std::int64_t { return b.lock_wait.count(); }, true},
    {"vm_steps", "steps", [](const Budget& b) { return b.vm_steps; }, true},
    {"source_rows", "rows", [](const Budget& b) { return b.source_rows; }, true},
    {"groups", "groups", [](const Budget& b) { return b.groups; }, true},
    {"result_bytes", "bytes", [](const Budget& b) { return b.result_bytes; }, true},
    {"value_bytes", "bytes", [](const Budget& b) { return b.value_bytes; }, true},
    {"sql_bytes", "bytes", [](const Budget& b) { return b.sql_bytes; }, false},
    {"memory", "bytes", [](const Budget& b) { return b.memory; }, true},
});

}  // namespace

void CompareBudget(const ReportPair& pair, Changes& changes) {
  const std::vector<std::string> callers = CallersInHead(pair);
  const ReportDeclaration& declared = *pair.head().declaration;
  const auto place = [&declared](Change& change) {
    Changes::Locate(change, *declared.text, declared.limits ? declared.limits->position : declared.source.position);
  };
  bool any = false;
  for (const Member& member : kMembers) {
    const std::int64_t base = member.get(pair.base().budget);
    const std::int64_t head = member.get(pair.head().budget);
    if (base == head) continue;
    any = true;
    Effects effects = head > base ? kWidens : kNarrows;
    if (!member.at_run_time || (effects.widens && callers.empty())) effects = kNoEffect;
    const std::string unit = " " + std::string(member.unit);
    Change& change = changes.Add(
        std::string(member.name), effects,
        std::string(member.name) + " " + std::to_string(head) + unit + "; before: " + std::to_string(base) + unit);
    place(change);
    if (!effects.widens) continue;
    change.callers = callers;
    change.datum = "an answer that takes " + std::to_string(base + 1) + unit;
  }
  if (!any && pair.base().limits_name != pair.head().limits_name) {
    place(changes.Add("limits", kNoEffect,
                      "the limits " + pair.head().limits_name + " are the same as " + pair.base().limits_name));
  }
}

}  // namespace querygate::review
