#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sqlite3.h>

#include "tests/faults/faulty_library.h"

namespace querygate::faults {
namespace {

// A file of this layer: the file of the layer beneath follows it in memory.
struct File {
  sqlite3_file base;
  FaultPlan* plan;
  sqlite3_file* beneath() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& Of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }

// `call` unless the plan has it fail.
template <typename Call>
int Perhaps(FaultPlan& plan, Point point, Call&& call) {
  const int code = plan.Meet(point);
  return code != SQLITE_OK ? code : call();
}

// As Perhaps, of the method with the same name beneath.
template <typename Method, typename... Arguments>
int Forward(sqlite3_file* file, Point point, Method method, Arguments... arguments) {
  sqlite3_file* const beneath = Of(file).beneath();
  return Perhaps(*Of(file).plan, point, [&] { return (beneath->pMethods->*method)(beneath, arguments...); });
}

using Methods = sqlite3_io_methods;

// What fails to be closed is gone all the same, as a descriptor is.
int Close(sqlite3_file* file) {
  const int closed = Of(file).beneath()->pMethods->xClose(Of(file).beneath());
  return Perhaps(*Of(file).plan, Point::kClose, [&] { return closed; });
}

int Read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 offset) {
  const int fault = Of(file).plan->Meet(Point::kRead);
  if (fault == SQLITE_OK) return Of(file).beneath()->pMethods->xRead(Of(file).beneath(), bytes, count, offset);
  // Whoever reads less than was asked for fills the rest with zeros.
  if (fault == SQLITE_IOERR_SHORT_READ) std::memset(bytes, 0, static_cast<std::size_t>(count));
  return fault;
}

int Write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
  return Forward(file, Point::kWrite, &Methods::xWrite, bytes, count, offset);
}
int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  return Forward(file, Point::kTruncate, &Methods::xTruncate, size);
}
int Sync(sqlite3_file* file, int flags) { return Forward(file, Point::kSync, &Methods::xSync, flags); }
int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  return Forward(file, Point::kFileSize, &Methods::xFileSize, size);
}
int Lock(sqlite3_file* file, int level) { return Forward(file, Point::kLock, &Methods::xLock, level); }
int Unlock(sqlite3_file* file, int level) { return Forward(file, Point::kUnlock, &Methods::xUnlock, level); }
int CheckReservedLock(sqlite3_file* file, int* reserved) {
  return Forward(file, Point::kCheckReservedLock, &Methods::xCheckReservedLock, reserved);
}
int FileControl(sqlite3_file* file, int operation, void* argument) {
  return Forward(file, Point::kFileControl, &Methods::xFileControl, operation, argument);
}
int SectorSize(sqlite3_file* file) { return Of(file).beneath()->pMethods->xSectorSize(Of(file).beneath()); }
int DeviceCharacteristics(sqlite3_file* file) {
  return Of(file).beneath()->pMethods->xDeviceCharacteristics(Of(file).beneath());
}
int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
  return Forward(file, Point::kShmMap, &Methods::xShmMap, page, size, extend, memory);
}
int ShmLock(sqlite3_file* file, int offset, int count, int flags) {
  return Forward(file, Point::kShmLock, &Methods::xShmLock, offset, count, flags);
}
void ShmBarrier(sqlite3_file* file) { Of(file).beneath()->pMethods->xShmBarrier(Of(file).beneath()); }
int ShmUnmap(sqlite3_file* file, int remove) {
  return Of(file).beneath()->pMethods->xShmUnmap(Of(file).beneath(), remove);
}

// The second version of the interface: files are read, never mapped, as the engine asks for anyway.
const Methods kMethods = {
    .iVersion = 2,
    .xClose = Close,
    .xRead = Read,
    .xWrite = Write,
    .xTruncate = Truncate,
    .xSync = Sync,
    .xFileSize = FileSize,
    .xLock = Lock,
    .xUnlock = Unlock,
    .xCheckReservedLock = CheckReservedLock,
    .xFileControl = FileControl,
    .xSectorSize = SectorSize,
    .xDeviceCharacteristics = DeviceCharacteristics,
    .xShmMap = ShmMap,
    .xShmLock = ShmLock,
    .xShmBarrier = ShmBarrier,
    .xShmUnmap = ShmUnmap,
};

// Lives as long as the process: the library keeps pointers to it.
struct Layer {
  sqlite3_vfs vfs{};
  sqlite3_vfs* beneath = nullptr;
  FaultPlan* plan = nullptr;
};

Layer& Of(sqlite3_vfs* vfs) { return *static_cast<Layer*>(vfs->pAppData); }

int Open(sqlite3_vfs* vfs, const char* path, sqlite3_file* raw, int flags, int* out_flags) {
  Layer& layer = Of(vfs);
  File& file = Of(raw);
  file.base.pMethods = nullptr;
  file.plan = layer.plan;
  const int code = Perhaps(*layer.plan, Point::kOpen, [&] {
    std::memset(file.beneath(), 0, static_cast<std::size_t>(layer.beneath->szOsFile));
    return layer.beneath->xOpen(layer.beneath, path, file.beneath(), flags, out_flags);
  });
  if (code == SQLITE_OK) file.base.pMethods = &kMethods;
  return code;
}

int Delete(sqlite3_vfs* vfs, const char* path, int sync) {
  return Perhaps(*Of(vfs).plan, Point::kDelete, [&] { return Of(vfs).beneath->xDelete(Of(vfs).beneath, path, sync); });
}
int Access(sqlite3_vfs* vfs, const char* path, int flags, int* result) {
  return Perhaps(*Of(vfs).plan, Point::kAccess,
                 [&] { return Of(vfs).beneath->xAccess(Of(vfs).beneath, path, flags, result); });
}
int FullPathname(sqlite3_vfs* vfs, const char* path, int size, char* out) {
  return Perhaps(*Of(vfs).plan, Point::kFullPathname,
                 [&] { return Of(vfs).beneath->xFullPathname(Of(vfs).beneath, path, size, out); });
}
int Randomness(sqlite3_vfs* vfs, int size, char* out) {
  return Of(vfs).beneath->xRandomness(Of(vfs).beneath, size, out);
}
int Sleep(sqlite3_vfs* vfs, int microseconds) {
  Of(vfs).plan->Sleep(static_cast<std::uint64_t>(microseconds));
  return Of(vfs).beneath->xSleep(Of(vfs).beneath, microseconds);
}
int CurrentTime(sqlite3_vfs* vfs, double* days) { return Of(vfs).beneath->xCurrentTime(Of(vfs).beneath, days); }
int CurrentTimeInt64(sqlite3_vfs* vfs, sqlite3_int64* milliseconds) {
  return Of(vfs).beneath->xCurrentTimeInt64(Of(vfs).beneath, milliseconds);
}
int GetLastError(sqlite3_vfs* vfs, int size, char* out) {
  return Of(vfs).beneath->xGetLastError(Of(vfs).beneath, size, out);
}

}  // namespace

bool InstallFaultyFiles(FaultPlan& plan) {
  sqlite3_vfs* const beneath = sqlite3_vfs_find(nullptr);
  if (beneath == nullptr) return false;
  static Layer layer;
  layer.beneath = beneath;
  layer.plan = &plan;
  sqlite3_vfs& vfs = layer.vfs;
  vfs.iVersion = 2;
  vfs.szOsFile = static_cast<int>(sizeof(File)) + beneath->szOsFile;
  vfs.mxPathname = beneath->mxPathname;
  vfs.zName = "faulty";
  vfs.pAppData = &layer;
  vfs.xOpen = Open;
  vfs.xDelete = Delete;
  vfs.xAccess = Access;
  vfs.xFullPathname = FullPathname;
  vfs.xRandomness = Randomness;
  vfs.xSleep = Sleep;
  vfs.xCurrentTime = CurrentTime;
  vfs.xGetLastError = GetLastError;
  vfs.xCurrentTimeInt64 = CurrentTimeInt64;
  return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}

void InstallFaults(FaultPlan& plan) {
  if (InstallFaultyMemory() && InstallFaultyFiles(plan)) return BeginFaultyMemory(plan);
  std::fputs("the database library does not take the faulty layers\n", stderr);
  std::abort();
}

}  // namespace querygate::faults
