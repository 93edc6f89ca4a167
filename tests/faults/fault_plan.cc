#include "tests/faults/fault_plan.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace querygate::faults {
namespace {

constexpr std::array<std::string_view, kPoints> kNames{
    "xOpen",
    "xDelete",
    "xAccess",
    "xFullPathname",
    "xClose",
    "xRead",
    "xWrite",
    "xTruncate",
    "xSync",
    "xFileSize",
    "xLock",
    "xUnlock",
    "xCheckReservedLock",
    "xFileControl",
    "xShmMap",
    "xShmLock",
    "xMalloc and xRealloc",
};

}  // namespace

std::string_view NameOf(Point point) { return kNames[static_cast<std::size_t>(point)]; }

void FaultPlan::Arm(const Order& order) {
  point_ = order.point;
  code_ = order.code;
  number_ = order.number;
  from_then_on_ = order.from_then_on;
  failed_ = 0;
  slept_ = 0;
  for (auto& met : met_) met = 0;
  armed_ = true;
}

void FaultPlan::Disarm() { armed_ = false; }

int FaultPlan::Meet(Point point) {
  if (!armed_) return 0;
  const std::uint64_t number = ++met_[static_cast<std::size_t>(point)];
  if (point != point_ || code_ == 0) return 0;
  if (number != number_ && !(from_then_on_ && number > number_)) return 0;
  ++failed_;
  return code_;
}

SharedPlan::SharedPlan(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(FaultPlan)) != 0) {
    std::perror(path.c_str());
    std::abort();
  }
  void* const memory = ::mmap(nullptr, sizeof(FaultPlan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) {
    std::perror(path.c_str());
    std::abort();
  }
  plan_ = static_cast<FaultPlan*>(memory);  // zeroed by the system, which is what a new plan is
}

SharedPlan::~SharedPlan() { ::munmap(plan_, sizeof(FaultPlan)); }

}  // namespace querygate::faults
