// Which call of the database library into the system fails, and how. Lives in memory that a test may share with its
// worker processes, so that it can be changed after they have locked themselves in.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace querygate::faults {

// The calls that can fail: methods of SQLite's file system layer, and its allocator.
enum class Point : std::uint32_t {
  kOpen,
  kDelete,
  kAccess,
  kFullPathname,
  kClose,
  kRead,
  kWrite,
  kTruncate,
  kSync,
  kFileSize,
  kLock,
  kUnlock,
  kCheckReservedLock,
  kFileControl,
  kShmMap,
  kShmLock,
  kAllocate,
};
inline constexpr std::size_t kPoints = 17;

// The method's name, as SQLite's documentation has it.
std::string_view NameOf(Point point);

// `code` answers the call of `point` with that number, counted from 1 since the plan was armed.
struct Order {
  Point point = Point::kOpen;
  int code = 0;
  std::uint64_t number = 0;
  bool from_then_on = false;  // every later call of the point fails as well
};

// Lock-free and without pointers. Arm and Disarm while no call is in progress; Meet from any thread and process.
class FaultPlan {
 public:
  void Arm(const Order& order);
  void Disarm();
  // To be asked by every call: zero, or the code that it fails with.
  int Meet(Point point);

  // What the library slept beneath everything that could have bounded it.
  void Sleep(std::uint64_t microseconds) { slept_ += armed_ ? microseconds : 0; }

  std::uint64_t slept_microseconds() const { return slept_; }
  std::uint64_t failed() const { return failed_; }  // calls since the plan was armed
  std::uint64_t met(Point point) const { return met_[static_cast<std::size_t>(point)]; }

 private:
  std::atomic<bool> armed_ = false;
  std::atomic<Point> point_ = Point::kOpen;
  std::atomic<int> code_ = 0;
  std::atomic<std::uint64_t> number_ = 0;
  std::atomic<bool> from_then_on_ = false;
  std::atomic<std::uint64_t> failed_ = 0;
  std::atomic<std::uint64_t> slept_ = 0;
  std::atomic<std::uint64_t> met_[kPoints] = {};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// A plan in a file that workers map as well. Ends the program when it cannot be had.
class SharedPlan {
 public:
  explicit SharedPlan(const std::string& path);
  ~SharedPlan();
  SharedPlan(const SharedPlan&) = delete;
  SharedPlan& operator=(const SharedPlan&) = delete;
  FaultPlan& operator*() const { return *plan_; }
  FaultPlan* operator->() const { return plan_; }

 private:
  FaultPlan* plan_ = nullptr;
};

}  // namespace querygate::faults
