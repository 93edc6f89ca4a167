#include "engine/review/diff/diff_formats.h"

#include <algorithm>
#include <array>

namespace querygate::review {
namespace {

constexpr auto kFormats = std::to_array<DiffFormat>({
    {"text", RenderDiffText},
    {"markdown", RenderDiffMarkdown},
    {"json", RenderDiffJson},
});

void Append(std::string& text, std::string_view word) {
  if (!text.empty()) text += ", ";
  text += word;
}

}  // namespace

std::span<const DiffFormat> DiffFormats() { return kFormats; }

const DiffFormat* FindDiffFormat(std::string_view name) {
  const auto* const found =
      std::find_if(kFormats.begin(), kFormats.end(), [name](const DiffFormat& row) { return row.name == name; });
  return found == kFormats.end() ? nullptr : found;
}

std::string EffectWords(const Effects& effects) {
  std::string words;
  if (effects.widens) Append(words, "widened");
  if (effects.unclear) Append(words, "incomparable");
  if (effects.breaks) Append(words, "breaking");
  if (effects.narrows) Append(words, "narrowed");
  return words;
}

std::string VerdictWords(const ReportDiff& report) {
  const bool whole = report.verdict == Verdict::kAdded || report.verdict == Verdict::kRemoved;
  const std::string effects = EffectWords(report.effects);
  if (!whole) return effects.empty() ? std::string(NameOf(Verdict::kSame)) : effects;
  return std::string(NameOf(report.verdict)) + (effects.empty() ? "" : ": " + effects);
}

std::string DiffSummary(const Diff& diff) {
  constexpr std::array kOrder = {Verdict::kAdded,    Verdict::kRemoved,  Verdict::kWidened, Verdict::kIncomparable,
                                 Verdict::kBreaking, Verdict::kNarrowed, Verdict::kSame};
  std::string text;
  for (const Verdict verdict : kOrder) {
    const auto count = std::count_if(diff.reports.begin(), diff.reports.end(),
                                     [verdict](const ReportDiff& report) { return report.verdict == verdict; });
    if (count > 0) Append(text, std::to_string(count) + " " + std::string(NameOf(verdict)));
  }
  const std::size_t reports = diff.reports.size();
  text = std::to_string(reports) + (reports == 1 ? " report" : " reports") + (text.empty() ? "" : ": " + text);
  for (const PolicyDiff& policy : diff.policies) {
    const std::string words = EffectWords(policy.effects);
    text += "; " + policy.name + " " + (words.empty() ? "same" : words);
  }
  return text;
}

}  // namespace querygate::review
