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
  // Without a store of small blocks for each connection, every allocation is one that can fail.
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty) == SQLITE_OK &&
         sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK;
}

void BeginFaultyMemory(FaultPlan& plan) { g_memory.plan = &plan; }

}  // namespace querygate::faults
