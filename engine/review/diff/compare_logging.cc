// What a caller sends and the audit log then shows in clear.
#include "engine/review/diff/topic.h"

namespace querygate::review {

void CompareLogging(const ReportPair& pair, Changes& changes) {
  for (const ParameterSpec& head : pair.head().parameters) {
    const auto index = pair.base().FindParameter(head.name);
    const bool before = index && pair.base().parameters[*index].loggable;
    if (before == head.loggable) continue;
    Change& change = changes.Add(
        head.name, head.loggable ? kWidens : kNarrows,
        head.loggable ? "its values are shown in the audit log" : "its values are no longer shown in the audit log");
    if (head.loggable) change.datum = "a value of " + head.name + ", to whoever reads the audit log";
    for (const ParameterDeclaration& declared : pair.head().declaration->parameters) {
      if (declared.name.value == head.name) {
        Changes::Locate(change, *pair.head().declaration->text, declared.name.position);
      }
    }
  }
}

}  // namespace querygate::review
