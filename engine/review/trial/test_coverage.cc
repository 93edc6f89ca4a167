#include "engine/review/trial/test_coverage.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/contract/typed_order.h"
#include "engine/render/typed_text.h"
#include "engine/review/trial/mutations/places.h"
#include "engine/run/execute.h"

namespace querygate::trial {
namespace {

// No case can reach them: one is about JSON that cannot be read, the other about a format of the output.
bool IsOutOfReach(const std::string& reason) { return reason == "invalid_arguments" || reason == "incomplete_result"; }

std::string Place(const ParameterSpec& spec) { return "parameters." + spec.name; }
std::string ValueWords(const ParameterSpec& spec, const std::string& value) { return Place(spec) + ": " + value; }
std::string MinimumWords(const ParameterSpec& spec) { return Place(spec) + ": its min " + TypedText(*spec.min); }
std::string MaximumWords(const ParameterSpec& spec) { return Place(spec) + ": its max " + TypedText(*spec.max); }
std::string AbsentWords(const ParameterSpec& spec) { return Place(spec) + ": left out"; }
std::string ReachedWords(const std::string& place) { return place + ": as many as are permitted"; }
std::string ExceededWords(const std::string& place) { return place + ": more than are permitted"; }
std::string RowsPlace(const CompiledQuery& query) { return mutations::QueryPlace(query) + ".rows"; }

std::optional<std::int64_t> RowLimit(const CompiledQuery& query, const Bindings& bindings) {
  if (query.rows.mode != RowsDeclaration::Mode::kMany) return std::nullopt;
  if (const auto* fixed = std::get_if<std::int64_t>(&query.rows.max)) return *fixed;
  const BoundParameter& parameter = bindings.parameters[std::get<std::size_t>(query.rows.max)];
  const auto* chosen = parameter.typed.empty() ? nullptr : std::get_if<std::int64_t>(&parameter.typed.front());
  return chosen == nullptr ? std::nullopt : std::optional(*chosen);
}

}  // namespace

TestCoverage::TestCoverage(const CompiledReport& report, const Inspection& inspection)
    : report_(report), inspection_(inspection) {
  const auto add = [this](std::string_view kind, std::string what, SourcePosition position) {
    items_.push_back({kind, std::move(what), position, false});
  };
  mutations::ForEachParameter(
      report, [&](const std::string&, std::size_t, const ParameterSpec& spec, const ParameterDeclaration& declared) {
        if (spec.from_scope) return;
        for (std::size_t choice = 0; choice < spec.choices.size(); ++choice) {
          add("parameters", ValueWords(spec, spec.choices[choice].spelling), declared.choices[choice].value.position);
        }
        if (spec.min && declared.min) add("parameters", MinimumWords(spec), declared.min->position);
        if (spec.max && declared.max) add("parameters", MaximumWords(spec), declared.max->position);
        if (spec.optional || spec.default_value) add("parameters", AbsentWords(spec), declared.name.position);
      });
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    if (report.queries[query].rows.mode != RowsDeclaration::Mode::kMany) continue;
    const SourcePosition position = report.declaration->queries[query].rows.position;
    add("limits", ReachedWords(RowsPlace(report.queries[query])), position);
    add("limits", ExceededWords(RowsPlace(report.queries[query])), position);
  }
  mutations::ForEachGroup(
      report, [&](const std::string& place, std::size_t, const GroupSpec& group, const GroupDeclaration& declared) {
        if (group.by.empty()) return;
        const SourcePosition position = declared.max ? declared.max->position : declared.position;
        add("limits", ReachedWords(place), position);
        add("limits", ExceededWords(place), position);
      });
  for (const std::string& reason : report.reasons) {
    if (!IsOutOfReach(reason)) add("reasons", reason, {0, 0, 1});
  }
  for (const auto& [folded, table] : report.allowlist.tables()) {
    for (const auto& [name, column] : table.columns) {
      add("grants", table.grant.spelling + "." + column.spelling, column.position);
    }
  }
  for (const auto& [folded, function] : report.allowlist.functions()) {
    add("grants", "function " + function.spelling, function.position);
  }
}

void TestCoverage::Reach(std::string_view kind, const std::string& what) {
  for (CoverageItem& item : items_) {
    if (item.kind == kind && item.what == what) item.reached = true;
  }
}

void TestCoverage::NoteParameters(const Bindings& bindings) {
  for (std::size_t index = 0; index < report_.parameters.size(); ++index) {
    const ParameterSpec& spec = report_.parameters[index];
    for (const TypedValue& value : bindings.parameters[index].typed) {
      for (const TypedChoice& choice : spec.choices) {
        if (CompareTyped(choice.value, value) == 0) Reach("parameters", ValueWords(spec, choice.spelling));
      }
      if (spec.min && CompareTyped(*spec.min, value) == 0) Reach("parameters", MinimumWords(spec));
      if (spec.max && CompareTyped(*spec.max, value) == 0) Reach("parameters", MaximumWords(spec));
    }
  }
}

void TestCoverage::NoteRows(const Bindings& bindings, const std::vector<std::pair<std::size_t, std::size_t>>& rows) {
  for (const auto& [query, count] : rows) {
    const CompiledQuery& compiled = report_.queries[query];
    if (const auto limit = RowLimit(compiled, bindings)) {
      if (std::cmp_equal(count, *limit)) Reach("limits", ReachedWords(RowsPlace(compiled)));
      if (std::cmp_greater(count, *limit)) Reach("limits", ExceededWords(RowsPlace(compiled)));
    }
    const std::size_t statement = ChooseStatement(compiled, bindings.parameters);
    if (statement >= inspection_.queries[query].size()) continue;
    for (const AccessUse& use : inspection_.queries[query][statement].uses) {
      for (CoverageItem& item : items_) {
        if (item.kind != "grants") continue;
        const bool column = use.kind == AccessUse::Kind::kColumn && SameName(item.what, use.object + "." + use.column);
        const bool function = use.kind == AccessUse::Kind::kFunction && SameName(item.what, "function " + use.object);
        if (column || function) item.reached = true;
      }
    }
  }
}

void TestCoverage::NoteOutcome(const Outcome& outcome) {
  if (const auto* rejection = std::get_if<Rejection>(&outcome.body)) {
    Reach("reasons", rejection->reason);
    if (rejection->reason != "group_limit") return;
    mutations::ForEachGroup(report_, [&](const std::string& place, std::size_t, const GroupSpec&,
                                         const GroupDeclaration&) { Reach("limits", ExceededWords(place)); });
    return;
  }
  const auto* result = std::get_if<DeliveredResult>(&outcome.body);
  if (result == nullptr) return;
  mutations::ForEachGroup(
      report_, [&](const std::string& place, std::size_t part, const GroupSpec& group, const GroupDeclaration&) {
        const bool full = std::cmp_equal(result->parts[part].rows.row_count(), group.max_groups);
        if (full) Reach("limits", ReachedWords(place));
      });
}

void TestCoverage::Note(const PreparedCase& test, const std::shared_ptr<const CompiledReport>& report) {
  NoteOutcome(test.Run(report, nullptr));
  std::optional<Bindings> bound;
  std::vector<std::pair<std::size_t, std::size_t>> rows;
  Distortion observer;
  observer.bound = [&](Bindings& bindings) { bound = bindings; };
  observer.read = [&](std::size_t query, StoredRows& read) { rows.emplace_back(query, read.size()); };
  static_cast<void>(test.Run(report, &observer));
  if (!bound) return;
  NoteParameters(*bound);
  NoteRows(*bound, rows);
  for (const ParameterSpec& spec : report_.parameters) {
    if (FindArgument(test.input().arguments, spec.name) == nullptr) Reach("parameters", AbsentWords(spec));
  }
}

}  // namespace querygate::trial
