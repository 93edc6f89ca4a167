// The SQLite backend: files opened read-only, enforced by SQLite's authorizer and by everything it misses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/loaded_image.h"
#include "engine/backend/sqlite/step_hook.h"

namespace querygate::sqlite {

struct SqliteOptions {
  std::size_t max_idle = 16;  // connections kept for each attached source; 0 closes after every call
  bool isolated = false;      // see BackendOptions
  StepHook hook;              // tests only
};

std::unique_ptr<Backend> MakeSqliteBackend(SqliteOptions options = {});

// A database in memory, to be called like any other. What calls of it open is gone with what is returned.
std::unique_ptr<AttachedSource> AttachImage(std::shared_ptr<const LoadedImage> image, const SqliteOptions& options);

// The client library's memory in this process, see Backend::BoundMemory. `beside` is held already and counts as the
// call's own: what a call needs is then the same whether it finds that or makes it.
class LibraryMemory {
 public:
  void Bound(std::int64_t bytes, std::int64_t beside);
  std::int64_t Peak() const;

 private:
  std::int64_t before_ = 0;
};

}  // namespace querygate::sqlite
