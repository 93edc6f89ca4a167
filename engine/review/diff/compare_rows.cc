// How many rows a query may give, and what happens beyond.
#include <algorithm>
#include <limits>
#include <optional>

#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

using Mode = RowsDeclaration::Mode;

const ParameterSpec* MaxParameter(const CompiledReport& report, const RowsRule& rows) {
  const auto* index = std::get_if<std::size_t>(&rows.max);
  return index == nullptr ? nullptr : &report.parameters[*index];
}

// The most rows that any call can get: the largest value of the parameter, where one decides.
std::int64_t MostRows(const CompiledReport& report, const RowsRule& rows) {
  if (rows.mode != Mode::kMany) return 1;
  if (const auto* number = std::get_if<std::int64_t>(&rows.max)) return *number;
  const ParameterSpec& spec = *MaxParameter(report, rows);
  if (!spec.choices.empty()) {
    std::int64_t most = 0;
    for (const TypedChoice& choice : spec.choices) {
      if (const auto* value = std::get_if<std::int64_t>(&choice.value)) most = std::max(most, *value);
    }
    return most;
  }
  const auto* max = spec.max ? std::get_if<std::int64_t>(&*spec.max) : nullptr;
  return max == nullptr ? std::numeric_limits<std::int64_t>::max() : *max;
}

std::string Words(const CompiledReport& report, const RowsRule& rows) {
  switch (rows.mode) {
    case Mode::kExactlyOne:
      return "exactly one row";
    case Mode::kAtMostOne:
      return "at most one row";
    case Mode::kMany:
      break;
  }
  const ParameterSpec* parameter = MaxParameter(report, rows);
  const std::string bound = parameter == nullptr
                                ? "at most " + std::to_string(std::get<std::int64_t>(rows.max)) + " rows"
                                : "as many rows as " + parameter->name + " says";
  return bound + (rows.truncate ? ", cut beyond" : ", rejected beyond");
}

// Whether some call that got fewer rows, or none, can now get more.
bool IsWider(const CompiledReport& base_report, const RowsRule& base, const CompiledReport& head_report,
             const RowsRule& head) {
  if (base.mode == Mode::kExactlyOne && head.mode != Mode::kExactlyOne) return true;  // no row was a rejection
  if (base.mode != Mode::kMany && head.mode == Mode::kMany) return true;              // so were two
  if (head.mode != Mode::kMany) return false;
  if (!base.truncate && head.truncate) return true;
  const ParameterSpec* base_parameter = MaxParameter(base_report, base);
  const ParameterSpec* head_parameter = MaxParameter(head_report, head);
  if (base_parameter != nullptr && head_parameter != nullptr && base_parameter->name == head_parameter->name) {
    return false;  // the same call, the same bound; larger values are a change of the parameter
  }
  if (base_parameter != nullptr) return true;  // a call could ask for less than it now gets
  return MostRows(head_report, head) > MostRows(base_report, base);
}

}  // namespace

void CompareRows(const ReportPair& pair, Changes& changes) {
  for (const CompiledQuery& head : pair.head().queries) {
    const auto index = pair.base().FindQuery(head.name);
    if (!index) continue;
    const CompiledQuery& base = pair.base().queries[*index];
    const auto place = [&](Change& change) { Changes::Locate(change, *pair.head().declaration->text, head.position); };
    const std::string before = Words(pair.base(), base.rows);
    const std::string now = Words(pair.head(), head.rows);
    if (before != now) {
      Effects effects;
      effects.widens = IsWider(pair.base(), base.rows, pair.head(), head.rows);
      effects.narrows = IsWider(pair.head(), head.rows, pair.base(), base.rows);
      const std::vector<std::string> callers = CallersInHead(pair);
      if (callers.empty()) effects.widens = false;
      Change& change = changes.Add(head.name, effects, "query " + head.name + " gives " + now + "; before: " + before);
      place(change);
      if (effects.widens) {
        change.callers = callers;
        const std::int64_t most = MostRows(pair.base(), base.rows);
        const bool more = head.rows.mode == Mode::kMany && most < std::numeric_limits<std::int64_t>::max();
        change.datum = more ? "row " + std::to_string(most + 1) + " of query " + head.name
                            : "an answer where query " + head.name + " gives another number of rows";
      }
    }
    if (base.rows.mode == head.rows.mode &&
        (base.rows.none_reason != head.rows.none_reason || base.rows.many_reason != head.rows.many_reason)) {
      place(changes.Add(head.name, kBreaks, "the reasons of query " + head.name + " for no row or too many changed"));
    }
  }
}

}  // namespace querygate::review
