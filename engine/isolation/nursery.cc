#include "engine/isolation/nursery.h"

#include <chrono>
#include <utility>

namespace querygate::isolation {
namespace {

constexpr std::chrono::milliseconds kLookAgain(5);

}  // namespace

Nursery::Nursery(WorkerProgram program) : program_(std::move(program)), thread_([this] { Run(); }) {}

Nursery::~Nursery() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Nursery::Spawned Nursery::Spawn() {
  Request request;
  std::unique_lock lock(mutex_);
  requests_.push_back(&request);
  changed_.notify_one();
  request.answered.wait(lock, [&] { return request.result != nullptr; });
  return std::move(*request.result);
}

void Nursery::Bury(std::unique_ptr<WorkerProcess> worker) {
  worker->Kill();
  const std::lock_guard lock(mutex_);
  graves_.push_back(std::move(worker));
  changed_.notify_one();
}

void Nursery::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!requests_.empty()) {
      Request* const request = requests_.front();
      requests_.pop_front();
      lock.unlock();
      auto spawned = std::make_unique<Spawned>(WorkerProcess::Spawn(program_));
      lock.lock();
      request->result = std::move(spawned);
      request->answered.notify_one();
      continue;
    }
    std::erase_if(graves_, [](const auto& worker) { return worker->Collect(); });
    if (graves_.empty()) {
      changed_.wait(lock);
    } else {
      changed_.wait_for(lock, kLookAgain);
    }
  }
  graves_.clear();
}

}  // namespace querygate::isolation
