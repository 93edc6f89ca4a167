// Workers that are killed at random while many callers call.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include <catch2/catch.hpp>

#include "engine/load/arguments.h"
#include "tests/cases.h"
#include "tests/documents/scenario.h"
#include "tests/isolation/isolated_gateway.h"

namespace querygate {
namespace {

constexpr int kClients = 16;

// QUERYGATE_LOAD_SECONDS makes it longer.
std::chrono::seconds Duration() {
  const char* seconds = std::getenv("QUERYGATE_LOAD_SECONDS");
  return std::chrono::seconds(seconds == nullptr ? 5 : std::max(1, std::atoi(seconds)));
}

struct Tally {
  std::atomic<std::int64_t> calls{0}, right{0}, wrong{0}, killed{0}, late{0}, otherwise{0};
};

}  // namespace

TEST_CASE("no answer is wrong, lost or doubled while workers are killed") {
  const scenario::Folder folder;
  const std::string path = folder / "units.sqlite";
  scenario::MakeSource(path, "logistics", false);
  scenario::WriteDatabase(
      path, "INSERT INTO parcels(zone, units, state) VALUES ('north', 1, 'sent'), ('south', 2, 'queued')");
  const Gateway gateway = testing::OpenIsolated({{"logistics", path}});
  const std::string bodies[] = {
      R"({"status":"ok","complete":true,"rows":[{"zone":"north","parcels":1,"units_decimal":"1"}]})",
      R"({"status":"ok","complete":true,"rows":[{"zone":"south","parcels":1,"units_decimal":"2"}]})"};

  Tally tally;
  std::string surprise;
  std::mutex surprised;
  const auto until = std::chrono::steady_clock::now() + Duration();
  std::vector<std::thread> clients;
  for (int client = 0; client < kClients; ++client) {
    clients.emplace_back([&, client] {
      for (int turn = client; std::chrono::steady_clock::now() < until; ++turn) {
        CallRequest request = testing::UnitsRequest();
        request.arguments = *ParseWordArguments({turn % 2 == 0 ? "state=sent" : "state=queued"});
        request.caller = "client" + std::to_string(client);
        ++tally.calls;
        const auto heard = testing::Hear(gateway.Run(request));
        if (heard.reason == "ok") {
          ++(heard.text == bodies[turn % 2] ? tally.right : tally.wrong);
        } else if (heard.reason == "query_failed" && heard.cause.find("killed by signal 9") != std::string::npos) {
          ++tally.killed;
        } else if (heard.reason == "deadline_exceeded") {
          ++tally.late;  // told so, on a machine that is too busy to start workers in time
        } else {
          ++tally.otherwise;
          const std::lock_guard lock(surprised);
          surprise = heard.reason + ": " + heard.cause;
        }
      }
    });
  }
  std::mt19937 random(20261130);
  std::int64_t kills = 0;
  while (std::chrono::steady_clock::now() < until) {
    // Some answers come between two kills, however long a worker takes to begin.
    const std::int64_t enough = tally.right + static_cast<std::int64_t>(random() % 40);
    const auto patience = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    while (tally.right < enough && std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto workers = testing::WorkerProcesses();
    if (workers.empty()) continue;
    ::kill(workers[random() % workers.size()], SIGKILL);
    ++kills;
  }
  for (std::thread& client : clients) client.join();

  INFO(surprise);
  CHECK(tally.wrong == 0);
  CHECK(tally.otherwise == 0);
  CHECK(tally.calls == tally.right + tally.killed + tally.late);
  CHECK(tally.right > 0);
  CHECK(tally.killed > 0);
  CHECK(kills >= tally.killed);
  const auto load = gateway.Load();
  CHECK(load.running == 0);
  CHECK(load.waiting == 0);
  WARN(tally.calls << " calls, " << tally.right << " answered, " << tally.killed
                   << " told that their worker was killed, " << kills << " kills, " << tally.late << " late");
  // The worker that was killed last may not have been missed yet: its call is told so, and the next one is answered.
  auto last = testing::Hear(gateway.Run(testing::UnitsRequest()));
  if (last.reason == "query_failed") last = testing::Hear(gateway.Run(testing::UnitsRequest()));
  CHECK(last.text == bodies[0]);
}

}  // namespace querygate
