// Row scope by construction: a scoped table is reachable only through connection-private views that filter
// by the caller's scope.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/fault.h"
#include "engine/base/expected.h"
#include "engine/policy/authorize.h"

struct sqlite3;

namespace querygate::sqlite {

// The views and the function of one connection, with names that nobody else can guess. Outlives the
// connection; used by one thread at a time.
class ScopeViews {
 public:
  ScopeViews();
  ~ScopeViews();
  ScopeViews(const ScopeViews&) = delete;
  ScopeViews& operator=(const ScopeViews&) = delete;

  // For each scoped table of the report: a secret view that filters the base table, and a view with the
  // table's name that shows exactly the listed columns. The authorizer is in set-up mode.
  Expected<void, Fault> DefineFunction(sqlite3* connection, const CompiledReport& report);
  Expected<void, Fault> CreateViews(sqlite3* connection, const CompiledReport& report);

  // What the authorizer needs to know of them.
  const std::vector<ScopedAccess>& access() const { return access_; }

  // While statements are prepared the function gives NULL; with values it gives them; otherwise it fails.
  void Prepare();
  void Activate(const ScopeValues& values);
  void Clear();

  // `text` without the secret names: for errors and logs.
  std::string Redact(std::string text) const;

 private:
  struct Supplier;
  std::unique_ptr<Supplier> supplier_;
  std::string function_;
  std::vector<ScopedAccess> access_;
};

}  // namespace querygate::sqlite
