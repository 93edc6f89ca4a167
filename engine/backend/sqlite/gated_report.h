// All statements of one report, each through the gate, on one connection.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/connection.h"
#include "engine/backend/sqlite/gate.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/base/expected.h"
#include "engine/policy/authorize.h"

namespace querygate::sqlite {

struct GatedReport {
  std::vector<std::vector<GatedStatement>> queries;  // as in the compiled report
  std::vector<Violation> objects;                    // of the allowlist as a whole

  bool clean() const;
  // Every violation, for the operator.
  std::string Complaint() const;
};

// What a connection may do for a report. Points into the report.
AccessPolicy PolicyFor(const CompiledReport& report, const ScopeViews& scope);

// In a transaction in which `schema` was read.
Expected<GatedReport, Fault> GateReport(Connection& connection, const AccessPolicy& policy, const Schema& schema,
                                        const CompiledReport& report, bool with_plan);

// Violations of the allowlist as a whole lead those of the first statement.
Inspection ToInspection(GatedReport gated, const ScopeViews& scope);

}  // namespace querygate::sqlite
