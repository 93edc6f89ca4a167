#include "engine/run/coverage.h"

#include <optional>

namespace querygate {
namespace {

// The point in time that a bound parameter or a judged column stands for.
std::optional<Instant> InstantOf(const TypedValue& value) {
  if (const auto* instant = std::get_if<Instant>(&value)) return *instant;
  if (const auto* date = std::get_if<Date>(&value)) return StartOf(*date);
  return std::nullopt;
}

std::string Spell(const TypedValue& value) {
  if (const auto* instant = std::get_if<Instant>(&value)) return ToString(*instant);
  if (const auto* date = std::get_if<Date>(&value)) return ToString(*date);
  return {};
}

const TypedValue* SingleValue(const BoundParameter& parameter) {
  return parameter.typed.size() == 1 ? &parameter.typed.front() : nullptr;
}

}  // namespace

Coverage BuildCoverage(const CoverageRule& rule, const std::vector<BoundParameter>& parameters,
                       const std::vector<QueryAnswer>& answers, const std::vector<bool>& absent_matched,
                       const Instant& observed_at, std::vector<std::string> truncated) {
  Coverage coverage;
  // The latest instant up to which the answer is meant to speak.
  std::optional<Instant> claimed;
  const auto claim = [&claimed](const TypedValue& value) {
    const auto instant = InstantOf(value);
    if (instant && (!claimed || *claimed < *instant)) claimed = instant;
  };
  if (rule.window) {
    const TypedValue* start = SingleValue(parameters[rule.window->first]);
    const TypedValue* end = SingleValue(parameters[rule.window->second]);
    coverage.window.emplace(start ? Spell(*start) : std::string(), end ? Spell(*end) : std::string());
    if (end != nullptr) claim(*end);
  }
  if (rule.as_of) {
    if (const TypedValue* as_of = SingleValue(parameters[*rule.as_of])) {
      coverage.as_of = Spell(*as_of);
      claim(*as_of);
    }
  }
  if (rule.watermark) {
    const auto [query, column] = *rule.watermark;
    const auto& row = answers[query].first_typed;
    std::optional<Instant> mark;
    if (column < row.size()) {
      mark = InstantOf(row[column]);
      if (mark) coverage.watermark = Spell(row[column]);
    }
    // A hint, never a proof: without a mark nothing speaks against a delay.
    coverage.delay_possible = !mark || (claimed && *mark < *claimed);
  }
  coverage.observed_at = ToString(observed_at);
  coverage.truncated = std::move(truncated);
  for (std::size_t i = 0; i < rule.absent.size(); ++i) {
    if (!absent_matched[i]) coverage.absent.push_back(rule.absent[i].say);
  }
  coverage.notes = rule.notes;
  return coverage;
}

}  // namespace querygate
