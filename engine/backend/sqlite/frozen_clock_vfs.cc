#include "engine/backend/sqlite/frozen_clock_vfs.h"

#include <cstdint>
#include <cstdio>
#include <utility>

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kJulianMillisecondsAtUnixEpoch = 210'866'760'000'000;
constexpr double kMillisecondsPerDay = 86'400'000.0;

}  // namespace

struct FrozenClockVfs::Layer {
  sqlite3_vfs vfs{};  // first: SQLite hands this pointer back
  sqlite3_vfs* base = nullptr;
  std::int64_t julian_milliseconds = kJulianMillisecondsAtUnixEpoch;
  std::string name;
  GrantSleep grant;
  bool registered = false;

  static Layer& Of(sqlite3_vfs* vfs) { return *static_cast<Layer*>(vfs->pAppData); }
  static sqlite3_vfs* Base(sqlite3_vfs* vfs) { return Of(vfs).base; }

  // Every forwarded call names the base layer itself: its own methods look at their pointer.
  static int Open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
    return Base(vfs)->xOpen(Base(vfs), path, file, flags, out_flags);
  }
  static int Delete(sqlite3_vfs* vfs, const char* path, int sync) { return Base(vfs)->xDelete(Base(vfs), path, sync); }
  static int Access(sqlite3_vfs* vfs, const char* path, int flags, int* result) {
    return Base(vfs)->xAccess(Base(vfs), path, flags, result);
  }
  static int FullPathname(sqlite3_vfs* vfs, const char* path, int size, char* out) {
    return Base(vfs)->xFullPathname(Base(vfs), path, size, out);
  }
  static int Randomness(sqlite3_vfs* vfs, int size, char* out) { return Base(vfs)->xRandomness(Base(vfs), size, out); }
  static int Sleep(sqlite3_vfs* vfs, int microseconds) {
    const auto granted = Of(vfs).grant(std::chrono::microseconds(microseconds));
    return granted.count() == 0 ? 0 : Base(vfs)->xSleep(Base(vfs), static_cast<int>(granted.count()));
  }
  static int GetLastError(sqlite3_vfs* vfs, int size, char* out) {
    return Base(vfs)->xGetLastError(Base(vfs), size, out);
  }

  // No libraries are loaded through this connection, whatever the default layer offers.
  static void* DlOpen(sqlite3_vfs*, const char*) { return nullptr; }
  static void DlError(sqlite3_vfs*, int size, char* out) {
    if (size > 0) *out = '\0';
  }
  static void (*DlSym(sqlite3_vfs*, void*, const char*))() { return nullptr; }
  static void DlClose(sqlite3_vfs*, void*) {}

  static int CurrentTime(sqlite3_vfs* vfs, double* julian_days) {
    *julian_days = static_cast<double>(Of(vfs).julian_milliseconds) / kMillisecondsPerDay;
    return SQLITE_OK;
  }
  static int CurrentTimeInt64(sqlite3_vfs* vfs, sqlite3_int64* julian_milliseconds) {
    *julian_milliseconds = Of(vfs).julian_milliseconds;
    return SQLITE_OK;
  }
};

FrozenClockVfs::FrozenClockVfs(GrantSleep grant) : layer_(std::make_unique<Layer>()) {
  layer_->grant = std::move(grant);
  char name[48];
  std::snprintf(name, sizeof name, "querygate-%p", static_cast<void*>(layer_.get()));
  layer_->name = name;
}

FrozenClockVfs::~FrozenClockVfs() { Unregister(); }

int FrozenClockVfs::Register() {
  layer_->base = sqlite3_vfs_find(nullptr);
  if (layer_->base == nullptr) return SQLITE_ERROR;
  sqlite3_vfs& vfs = layer_->vfs;
  vfs.iVersion = 2;
  vfs.szOsFile = layer_->base->szOsFile;
  vfs.mxPathname = layer_->base->mxPathname;
  vfs.zName = layer_->name.c_str();
  vfs.pAppData = layer_.get();
  vfs.xOpen = Layer::Open;
  vfs.xDelete = Layer::Delete;
  vfs.xAccess = Layer::Access;
  vfs.xFullPathname = Layer::FullPathname;
  vfs.xDlOpen = Layer::DlOpen;
  vfs.xDlError = Layer::DlError;
  vfs.xDlSym = Layer::DlSym;
  vfs.xDlClose = Layer::DlClose;
  vfs.xRandomness = Layer::Randomness;
  vfs.xSleep = Layer::Sleep;
  vfs.xCurrentTime = Layer::CurrentTime;
  vfs.xGetLastError = Layer::GetLastError;
  vfs.xCurrentTimeInt64 = Layer::CurrentTimeInt64;
  const int code = sqlite3_vfs_register(&vfs, 0);
  layer_->registered = code == SQLITE_OK;
  return code;
}

void FrozenClockVfs::Unregister() {
  if (!layer_->registered) return;
  sqlite3_vfs_unregister(&layer_->vfs);
  layer_->registered = false;
}

const char* FrozenClockVfs::name() const { return layer_->name.c_str(); }

void FrozenClockVfs::Freeze(const Instant& now) {
  layer_->julian_milliseconds = kJulianMillisecondsAtUnixEpoch + now.seconds * 1000 + now.nanoseconds / 1'000'000;
}

}  // namespace querygate::sqlite
