// The SQLite backend: files opened read-only, enforced by SQLite's authorizer and by everything it misses.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/step_hook.h"

namespace querygate::sqlite {

struct SqliteOptions {
  std::size_t max_idle = 16;  // connections kept for each attached source; 0 closes after every call
  bool isolated = false;      // see BackendOptions
  StepHook hook;              // tests only
};

std::unique_ptr<Backend> MakeSqliteBackend(SqliteOptions options = {});

}  // namespace querygate::sqlite
