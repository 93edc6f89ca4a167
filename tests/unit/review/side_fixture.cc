#include "tests/unit/review/side_fixture.h"

#include <catch2/catch.hpp>

#include "engine/review/diff/diff_formats.h"
#include "tests/unit/lint/lint_fixture.h"

namespace querygate::testing {

review::PolicySide MakeSide(const SideTexts& texts) {
  review::PolicySide side;
  CompileInputs inputs;
  const auto source = CompileSourceText(texts.source, texts.schema);
  INFO(Describe(source.diagnostics));
  REQUIRE(source.value != nullptr);
  inputs.source = source.value;
  inputs.limits =
      LoadLimits(std::make_shared<const SourceText>("policies/limits/small.yaml", texts.limits), "small").value;
  REQUIRE(inputs.limits != nullptr);
  const auto loaded =
      LoadReport(std::make_shared<const SourceText>("reports/shop/items.yaml", texts.report), "shop/items");
  INFO(Describe(loaded.diagnostics));
  REQUIRE(loaded.value != nullptr);
  const auto compiled = CompileReport(loaded.value, inputs);
  INFO(Describe(compiled.diagnostics));
  REQUIRE(compiled.value != nullptr);
  side.reports.emplace("shop/items", review::ReviewedReport{compiled.value, CleanInspection(*compiled.value)});
  side.sources.emplace("shop", source.value);
  if (!texts.access) return side;
  const auto access = LoadAccess(std::make_shared<const SourceText>("policies/access.yaml", *texts.access));
  INFO(Describe(access.diagnostics));
  REQUIRE(access.value != nullptr);
  const auto rules = CompileAccess(access.value);
  INFO(Describe(rules.diagnostics));
  REQUIRE(rules.value != nullptr);
  side.access = *rules.value;
  return side;
}

review::ReportDiff CompareReports(const SideTexts& base, const SideTexts& head) {
  const auto before = MakeSide(base);
  const auto now = MakeSide(head);
  auto diff = review::Compare(before, now, *ParseTimestamp("2026-01-01T00:00:00Z"));
  REQUIRE(diff.reports.size() == 1);
  return std::move(diff.reports.front());
}

std::string TextOf(const std::vector<review::Change>& changes) {
  std::string text;
  for (const review::Change& change : changes) {
    text +=
        change.topic + " / " + change.subject + ": " + change.text + " [" + review::EffectWords(change.effects) + "]\n";
  }
  return text;
}

}  // namespace querygate::testing
