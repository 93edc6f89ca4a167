// Compiled reports for tests that start at the backend: no files, no loader, no compiler.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate::testing {

// Setters return the builder. Build may be called several times; each call gives a report of its own.
class ReportBuilder {
 public:
  explicit ReportBuilder(std::string schema_sql) : schema_sql_(std::move(schema_sql)) {}

  ReportBuilder& Table(std::string_view table, const std::vector<std::string>& columns);
  ReportBuilder& Function(std::string_view name);
  ReportBuilder& Recursion();
  ReportBuilder& Scope(std::string table, std::vector<std::pair<std::string, std::string>> columns);
  ReportBuilder& Limits(Budget budget);
  // Parameters are found in the text, in order of appearance.
  ReportBuilder& Query(std::string sql, const std::vector<std::string>& columns);

  std::shared_ptr<const CompiledReport> Build() const;

 private:
  std::string schema_sql_;
  CompiledReport report_;
};

// Every row of a query, or the failure.
using Rows = std::vector<std::vector<Value>>;
Expected<Rows, Failure> ReadAll(Snapshot& snapshot, std::size_t query, const std::vector<Value>& values);

// Begin, one query, Finish.
Expected<Rows, Failure> Call(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report,
                             const std::vector<Value>& values, const ScopeValues& scope, const CallContext& context);

// A call that has an hour.
CallContext Unhurried(const CompiledReport& report);

}  // namespace querygate::testing
