// A comparison as text for a terminal, as a review comment, and as JSON.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/review/diff/change.h"

namespace querygate::review {

struct DiffFormat {
  std::string_view name;
  std::string (*render)(const Diff& diff);
};

std::span<const DiffFormat> DiffFormats();  // text, markdown, json
const DiffFormat* FindDiffFormat(std::string_view name);

std::string RenderDiffText(const Diff& diff);
std::string RenderDiffMarkdown(const Diff& diff);
std::string RenderDiffJson(const Diff& diff);

// "1 widened, 1 breaking, 3 same"; policies are counted as such.
std::string DiffSummary(const Diff& diff);

// The verdict, and what else is true: "widened, breaking".
std::string VerdictWords(const ReportDiff& report);

// "widened", "narrowed", …, of one change or of a policy; empty for one without effect.
std::string EffectWords(const Effects& effects);

}  // namespace querygate::review
