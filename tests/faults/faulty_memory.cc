#include <sqlite3.h>

#include "tests/faults/faulty_library.h"

namespace querygate::faults {
namespace {

// The library's allocator has no place for a pointer of ours.
struct Memory {
  FaultPlan* plan = nullptr;  // null: nothing fails yet
  sqlite3_mem_methods system{};
};
Memory g_memory;

bool Refused() { return g_memory.plan != nullptr && g_memory.plan->Meet(Point::kAllocate) != 0; }

void* Allocate(int bytes) { return Refused() ? nullptr : g_memory.system.xMalloc(bytes); }

void* Reallocate(void* block, int bytes) { return Refused() ? nullptr : g_memory.system.xRealloc(block, bytes); }

}  // namespace

bool InstallFaultyMemory() {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &g_memory.system) != SQLITE_OK) return false;
  sqlite3_mem_methods faulty = g_memory.system;
  faulty.xMalloc = Allocate;
  faulty.xRealloc = Reallocate;
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty) != SQLITE_OK) return false;
#ifdef QUERYGATE_SANITIZED
  // Ten times slower: small blocks come from the connections' own store, as they do in use, and cannot fail.
  return true;
#else
  // Without such a store every allocation is one that can fail.
  return sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
#endif
}

void BeginFaultyMemory(FaultPlan& plan) { g_memory.plan = &plan; }

}  // namespace querygate::faults
