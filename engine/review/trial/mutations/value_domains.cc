// What values a parameter, a column or a total may have, widened by the smallest step.
#include <optional>
#include <string>

#include "engine/base/utf8.h"
#include "engine/contract/pattern.h"
#include "engine/render/typed_text.h"
#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

// One step away from `value`; empty at the end of its type.
std::optional<TypedValue> Beyond(const TypedValue& value, int direction) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    const std::int64_t end = direction > 0 ? INT64_MAX : INT64_MIN;
    if (*integer == end) return std::nullopt;
    return TypedValue(*integer + direction);
  }
  if (const auto* real = std::get_if<double>(&value)) return TypedValue(*real + direction);
  if (const auto* decimal = std::get_if<Decimal>(&value)) {
    return TypedValue(Decimal{decimal->coefficient + direction, decimal->scale});
  }
  if (const auto* date = std::get_if<Date>(&value)) {
    const auto day = AddDays(*date, direction);
    return day ? std::optional<TypedValue>(*day) : std::nullopt;
  }
  if (const auto* instant = std::get_if<Instant>(&value)) {
    return TypedValue(Instant{instant->seconds + direction, instant->nanoseconds});
  }
  return std::nullopt;
}

// The members that parameters and columns share.
template <typename Widen>
void ForEachDomain(MutantList& mutants, Widen widen) {
  ForEachParameter(mutants.report(), [&](const std::string& place, std::size_t index, const ParameterSpec& spec,
                                         const ParameterDeclaration& declared) {
    if (spec.from_scope) return;
    widen(place, spec, declared,
          [index](CompiledReport& report) -> ParameterSpec& { return report.parameters[index]; });
  });
  ForEachColumn(mutants.report(), [&](const std::string& place, std::size_t query, std::size_t column,
                                      const ColumnSpec& spec, const ColumnDeclaration& declared) {
    widen(place, spec, declared,
          [query, column](CompiledReport& report) -> ColumnSpec& { return report.queries[query].columns[column]; });
  });
}

// `bound` picks the member of a specification, `written` that of its declaration.
template <typename Bound, typename Written>
void WidenBound(MutantList& mutants, std::string_view mutation, std::string_view key, int direction, Bound bound,
                Written written) {
  // Only bounds that are written: those that are implied are guarded by something else, too.
  const auto widen = [&](const std::string& place, const auto& spec, const auto& declared, auto find) {
    const std::optional<TypedValue>& before = bound(spec);
    const auto& scalar = written(declared);
    const auto after = before && scalar ? Beyond(*before, direction) : std::nullopt;
    if (!after) return;
    mutants.AddReport(mutation, place, scalar->position,
                      std::string(key) + " " + TypedText(*before) + " becomes " + TypedText(*after),
                      [&](CompiledReport& report) { bound(find(report)) = *after; });
  };
  ForEachDomain(mutants, widen);
  ForEachTotal(mutants.report(), [&](const std::string& place, std::size_t part, std::size_t column,
                                     const GroupColumnSpec& spec, const GroupColumnDeclaration& declared) {
    widen(place, spec, declared,
          [&](CompiledReport& report) -> GroupColumnSpec& { return GroupOf(report, part).columns[column]; });
  });
}

// Matches what another pattern matches, and that with one character more at either end.
class LoosePattern final : public Pattern {
 public:
  explicit LoosePattern(std::shared_ptr<const Pattern> exact) : exact_(std::move(exact)) {}
  bool Matches(std::string_view text) const override {
    if (exact_->Matches(text)) return true;
    if (text.empty()) return false;
    std::size_t last = 0;
    for (std::size_t offset = 0; offset < text.size(); offset += CodePointAt(text, offset).bytes) last = offset;
    return exact_->Matches(text.substr(0, last)) || exact_->Matches(text.substr(CodePointAt(text, 0).bytes));
  }
  const std::string& expression() const override { return exact_->expression(); }

 private:
  std::shared_ptr<const Pattern> exact_;
};

}  // namespace

void WidenEnum(MutantList& mutants) {
  ForEachDomain(mutants, [&](const std::string& place, const auto& spec, const auto& declared, auto find) {
    if (spec.choices.empty()) return;
    mutants.AddReport("widen_enum", place, declared.choices.front().value.position, "any value is accepted",
                      [&](CompiledReport& report) { find(report).choices.clear(); });
  });
}

void WidenMinimum(MutantList& mutants) {
  WidenBound(
      mutants, "widen_min", "min", -1, [](auto& spec) -> auto& { return spec.min; },
      [](const auto& declared) -> const auto& { return declared.min; });
}

void WidenMaximum(MutantList& mutants) {
  WidenBound(
      mutants, "widen_max", "max", 1, [](auto& spec) -> auto& { return spec.max; },
      [](const auto& declared) -> const auto& { return declared.max; });
}

void WidenMinimumLength(MutantList& mutants) {
  ForEachDomain(mutants, [&](const std::string& place, const auto& spec, const auto& declared, auto find) {
    if (!spec.min_length || *spec.min_length == 0) return;
    mutants.AddReport(
        "widen_min_length", place, declared.min_length->position,
        "min_length " + std::to_string(*spec.min_length) + " becomes " + std::to_string(*spec.min_length - 1),
        [&](CompiledReport& report) { --*find(report).min_length; });
  });
}

void WidenMaximumLength(MutantList& mutants) {
  ForEachDomain(mutants, [&](const std::string& place, const auto& spec, const auto& declared, auto find) {
    if (!spec.max_length) return;
    mutants.AddReport(
        "widen_max_length", place, declared.max_length->position,
        "max_length " + std::to_string(*spec.max_length) + " becomes " + std::to_string(*spec.max_length + 1),
        [&](CompiledReport& report) { ++*find(report).max_length; });
  });
}

void WidenPattern(MutantList& mutants) {
  ForEachDomain(mutants, [&](const std::string& place, const auto& spec, const auto& declared, auto find) {
    if (spec.pattern == nullptr) return;
    mutants.AddReport("widen_pattern", place, declared.pattern->position, "one character more may stand at either end",
                      [&](CompiledReport& report) {
                        find(report).pattern = std::make_shared<const LoosePattern>(find(report).pattern);
                      });
  });
}

void WidenPrecision(MutantList& mutants) {
  ForEachDomain(mutants, [&](const std::string& place, const auto& spec, const auto& declared, auto find) {
    // A bound that is reached first leaves nothing for one digit more.
    if (!declared.precision || spec.precision >= 38) return;
    if (spec.max) {
      const auto* max = std::get_if<Decimal>(&*spec.max);
      if (max != nullptr && WithinPrecision(*max, spec.precision)) return;
    }
    mutants.AddReport("widen_precision", place, declared.precision->position,
                      "precision " + std::to_string(spec.precision) + " becomes " + std::to_string(spec.precision + 1),
                      [&](CompiledReport& report) { ++find(report).precision; });
  });
}

}  // namespace querygate::trial::mutations
