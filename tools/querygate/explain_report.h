// What a report may touch set beside what its statements do touch, who may call it and what they may choose.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/verdict.h"

namespace querygate::cli {

struct ShownGrant {
  std::string subject;               // "parcels.zone", "function count"
  int line = 0;                      // in the report's file
  std::vector<std::string> queries;  // that use it; empty: unused
};

struct ShownStatement {
  std::string query, variant;
  std::vector<std::string> slots;  // list parameters: "genres fills 5 slots"
  std::vector<std::string> plan, plan_words;
  std::vector<std::string> violations;  // "unlisted-column: …"
};

struct ShownChoice {
  std::string name;
  int line = 0;
  std::string accepts;   // "integer from 1 to 20"
  std::string presence;  // "required", "may be left out", "else 10", "from the host"
  std::string meaning;
};

struct ReportAccess {
  std::string id, file, source, limits, digest;
  std::vector<ShownGrant> grants;
  std::vector<std::string> scoped;  // "orders: brand = scope brand, store = scope store"
  Audience audience;
  std::vector<ShownChoice> choices;
  std::vector<ShownStatement> statements;
};

ReportAccess CollectAccess(const CompiledReport& report, const Inspection& inspection, Audience audience);

// `verdict`: of a call that was asked about; null for none.
std::string ExplainText(const ReportAccess& access, const CallVerdict* verdict);
std::string ExplainJson(const ReportAccess& access, const CallVerdict* verdict);

}  // namespace querygate::cli
