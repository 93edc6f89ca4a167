// One report: what it is, a form, the answer, ways to repeat the call, what it may see and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/policy/compiled_report.h"
#include "tools/web/assets.h"
#include "tools/web/call_snippets.h"
#include "tools/web/form_field.h"
#include "tools/web/result_view.h"

namespace querygate::web {

// Why there is no result.
struct ProblemView {
  std::string title;               // "Rejected: invalid_state"
  std::vector<std::string> lines;  // what is allowed, what must not be concluded
  std::string field;               // the parameter that is concerned; empty: none
};

struct ReportView {
  const CompiledReport* report = nullptr;  // outlives the view
  std::vector<FormField> fields;
  std::vector<std::string> rules;  // between parameters
  FilledFields filled;
  std::string state;   // the query that repeats this call, encoded; empty: nothing was called
  std::string origin;  // "http://127.0.0.1:8080"
  std::string chart;   // the column whose chart is wanted; empty: any
  std::optional<ResultView> result;
  std::optional<ProblemView> problem;
};

std::string ReportPage(const Assets& assets, const ReportView& view);

}  // namespace querygate::web
