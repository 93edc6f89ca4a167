// The one thread that starts workers, and so the one whose end they do not survive; it also collects those that
// have been killed, which may take the system a while.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/expected.h"
#include "engine/isolation/worker_process.h"

namespace querygate::isolation {

// Thread-safe. The destructor kills and collects all that were given back.
class Nursery {
 public:
  explicit Nursery(WorkerProgram program);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  // Starts a worker and waits for that; the error is one line.
  Expected<std::unique_ptr<WorkerProcess>, std::string> Spawn();
  // Kills it at once and collects it later.
  void Bury(std::unique_ptr<WorkerProcess> worker);

 private:
  using Spawned = Expected<std::unique_ptr<WorkerProcess>, std::string>;
  struct Request {
    std::unique_ptr<Spawned> result;
    std::condition_variable answered;
  };

  void Run();

  const WorkerProgram program_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request*> requests_;
  std::vector<std::unique_ptr<WorkerProcess>> graves_;
  bool stopping_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace querygate::isolation
