// A database file made from a script, opened for reading under the authorizer and the gate, with no more
// of the real connection around it than they need.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/gate.h"
#include "engine/backend/sqlite/handles.h"
#include "engine/backend/sqlite/program_listing.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite::test {

// What a test declares: one query of one report.
struct Declared {
  struct Table {
    std::string name;
    std::vector<std::string> columns;
  };
  std::vector<Table> tables;
  std::vector<std::string> functions;
  bool recursive = false;
  std::vector<std::string> parameters;  // without their prefix
  std::vector<std::string> columns;     // of the result
  bool needs_order = true;
};

// The report that declares this query and nothing else.
CompiledReport MakeReport(const Declared& declared, std::string sql);

struct Gated {
  std::vector<Violation> objects;
  GatedStatement statement;
  std::vector<Violation> all;  // both
};

class GuardedDatabase {
 public:
  // `setup` runs on the guarded connection before the guards go on: the seam for hostile temporary objects.
  // Fails the running test when the schema cannot be made.
  explicit GuardedDatabase(std::string_view schema, std::string_view setup = {});
  ~GuardedDatabase();
  GuardedDatabase(const GuardedDatabase&) = delete;
  GuardedDatabase& operator=(const GuardedDatabase&) = delete;

  sqlite3* connection() { return connection_.get(); }
  Authorizer& authorizer() { return authorizer_; }
  const Schema& schema() const { return schema_; }

  // Scope views for a table, filtering by one column: what the backend builds for a scoped table.
  void AddScope(AccessPolicy& policy, const std::string& table, const std::vector<std::string>& columns,
                const std::string& scope_column, const std::string& value);

  // Result column names as an unguarded connection sees them; empty when it cannot prepare.
  std::vector<std::string> ProbeColumns(std::string_view sql);
  // The same as the guarded connection sees them.
  std::vector<std::string> ProbeColumns(std::string_view sql, const AccessPolicy& policy);

  // The least that an honest author would list for the statement: what the database reports, result columns
  // and parameters included.
  Declared Declare(std::string_view sql);

  // Runs a program listing on the unguarded connection.
  Expected<Program, Fault> ListUnguarded(std::string_view sql);

  void ExecuteUnguarded(const std::string& sql);
  // The rows as text, sorted: what a statement tells, whatever the order. A failure is one row "failed".
  std::vector<std::string> RowsUnguarded(std::string_view sql);

  Gated Pass(const CompiledReport& report, const AccessPolicy& policy);
  Gated Pass(const CompiledReport& report) { return Pass(report, AccessPolicy{.allowlist = &report.allowlist}); }

  // Binds NULL to every slot and steps to the end: the number of rows, or -1 when it did not get there.
  int Run(const GatedStatement& gated, const AccessPolicy& policy);
  int Run(const GatedStatement& gated, const CompiledReport& report) {
    return Run(gated, AccessPolicy{.allowlist = &report.allowlist});
  }

 private:
  struct Scope;

  std::filesystem::path folder_;
  std::vector<std::unique_ptr<Scope>> scopes_;
  Authorizer authorizer_;
  ConnectionHandle unguarded_;
  ConnectionHandle connection_;
  Schema schema_;
};

// "rule subject", for messages.
std::string Describe(const std::vector<Violation>& violations);

}  // namespace querygate::sqlite::test
