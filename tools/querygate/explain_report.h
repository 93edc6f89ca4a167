// What a report may touch, set beside what its statements do touch.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/compiled_report.h"

namespace querygate::cli {

struct ShownGrant {
  std::string subject;               // "parcels.zone", "function count"
  int line = 0;                      // in the report's file
  std::vector<std::string> queries;  // that use it; empty: unused
};

struct ShownStatement {
  std::string query, variant;
  std::vector<std::string> slots;  // list parameters: "genres fills 5 slots"
  std::vector<std::string> plan;
  std::vector<std::string> violations;  // "unlisted-column: …"
};

struct ReportAccess {
  std::string id, file, source, limits, digest;
  std::vector<ShownGrant> grants;
  std::vector<std::string> scoped;  // "orders: brand = scope brand, store = scope store"
  std::vector<ShownStatement> statements;
};

ReportAccess CollectAccess(const CompiledReport& report, const Inspection& inspection);

std::string ExplainText(const ReportAccess& access);
std::string ExplainJson(const ReportAccess& access);

}  // namespace querygate::cli
