// What stops a call that asks for too much, how soon, and what its worker held: every bomb in both isolations, while
// a calm report is called beside it. Exit 1 when a bound did not hold.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include <sqlite3.h>

#include "engine/isolation/worker.h"
#include "tools/bench/bombs.h"
#include "tools/bench/resident_memory.h"

namespace querygate::bench {
namespace {

constexpr std::chrono::milliseconds kOvertime(100);
constexpr std::int64_t kOvermemory = 32 << 20;

// A writer in the middle of a transaction that readers have to wait for.
class Writer {
 public:
  explicit Writer(const std::string& path) {
    sqlite3* raw = nullptr;
    sqlite3_open(path.c_str(), &raw);
    connection_.reset(raw);
    if (sqlite3_exec(raw, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr) != SQLITE_OK) std::exit(1);
  }

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close(connection); }
  };
  std::unique_ptr<sqlite3, Close> connection_;
};

// Calls the calm report until it ends, and counts.
class Bystander {
 public:
  explicit Bystander(const Gateway& gateway)
      : thread_([this, &gateway] {
          while (!stopping_) ++(ReasonOf(Throw(gateway, "calm")) == "ok" ? answered_ : refused_);
        }) {}
  ~Bystander() { Stop(); }
  void Stop() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
  }
  int answered() const { return answered_; }
  int refused() const { return refused_; }

 private:
  std::atomic<bool> stopping_{false};
  std::atomic<int> answered_{0}, refused_{0};
  std::thread thread_;
};

bool Explode(const BombDeployment& deployment, const Bomb& bomb, Isolation isolation) {
  const bool process = isolation == Isolation::kProcess;
  const Gateway gateway = deployment.Open(isolation);
  if (ReasonOf(Throw(gateway, "calm")) != "ok") {
    std::printf("calm: %s\n", CauseOf(Throw(gateway, "calm")).c_str());
    return false;
  }
  const ResidentMemory memory;
  Bystander bystander(gateway);
  const auto started = std::chrono::steady_clock::now();
  const auto answer = Throw(gateway, bomb.name);
  const auto took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  bystander.Stop();

  const std::string reason = ReasonOf(answer);
  const std::string_view expected = process ? bomb.in_process : bomb.in_thread;
  bool held = bystander.answered() > 0 && bystander.refused() == 0;
  if (!expected.empty()) held = held && reason == expected;
  if (process) {
    held = held && took <= kBombDeadline + kOvertime && memory.peak_bytes() <= kBombMemory + kOvermemory;
  }
  std::printf("%-14s %-8s %-18s %8.0f %8.1f %8d  %s\n", std::string(bomb.name).c_str(), process ? "process" : "thread",
              reason.c_str(), took.count(), static_cast<double>(memory.peak_bytes()) / (1 << 20), bystander.answered(),
              held ? "" : ("DID NOT HOLD " + CauseOf(answer)).c_str());
  std::fflush(stdout);
  return held;
}

int Main(std::string_view only) {
  const BombDeployment deployment;
  const Writer writer(deployment.locked_database());
  std::printf("deadline %lld ms, memory %lld MiB\n", static_cast<long long>(kBombDeadline.count()),
              static_cast<long long>(kBombMemory >> 20));
  std::printf("%-14s %-8s %-18s %8s %8s %8s\n", "bomb", "in", "reason", "ms", "peak MiB", "others");
  bool held = true;
  for (const Bomb& bomb : Bombs()) {
    if (!only.empty() && bomb.name != only) continue;
    for (const Isolation isolation : {Isolation::kThread, Isolation::kProcess}) {
      held = Explode(deployment, bomb, isolation) && held;
    }
  }
  return held ? 0 : 1;
}

}  // namespace
}  // namespace querygate::bench

int main(int argc, char** argv) {
  if (const int code = querygate::isolation::RunWorkerIfAsked(argc, argv); code >= 0) return code;
  return querygate::bench::Main(argc > 1 ? argv[1] : "");
}
