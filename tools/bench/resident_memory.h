// The most memory that worker processes of this program held at a time, watched from outside.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace querygate::bench {

// Looks every millisecond from its beginning to its end.
class ResidentMemory {
 public:
  ResidentMemory();
  ~ResidentMemory();
  ResidentMemory(const ResidentMemory&) = delete;
  ResidentMemory& operator=(const ResidentMemory&) = delete;
  std::int64_t peak_bytes() const { return peak_; }

 private:
  std::atomic<std::int64_t> peak_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace querygate::bench
