// Threads that run calls. What waits is bounded by whoever posts: a connection has one request at a time.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace querygate::server {

class WorkerPool {
 public:
  explicit WorkerPool(std::size_t threads);  // at least 1
  ~WorkerPool();                             // runs what was posted, then joins
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // `task` does not throw. Tasks begin in the order in which they were posted.
  void Post(std::function<void()> task);

 private:
  void Work();

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> tasks_;
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace querygate::server
