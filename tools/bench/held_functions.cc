// Two of SQLite's own functions that never end in good time, for this program and its workers only: SQLite calls
// the C library's asinh and acosh, and finds these instead.
#include <atomic>
#include <chrono>
#include <thread>

extern "C" double asinh(double value) noexcept;
extern "C" double acosh(double value) noexcept;

namespace {

constexpr std::chrono::seconds kLong(6);

}  // namespace

double asinh(double value) noexcept {
  std::this_thread::sleep_for(kLong);
  return value;
}

double acosh(double value) noexcept {
  const auto until = std::chrono::steady_clock::now() + kLong;
  while (std::chrono::steady_clock::now() < until) {
  }
  return value;
}
