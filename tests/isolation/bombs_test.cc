// Calls that ask for more than they may have end for the reason that the table says.
#include "tools/bench/bombs.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "tools/bench/resident_memory.h"

namespace querygate {
namespace {

using bench::Bomb;
using bench::BombDeployment;
using bench::Bombs;
using bench::CauseOf;
using bench::ReasonOf;
using bench::Throw;

struct Close {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};

}  // namespace

TEST_CASE("every bomb is stopped by its own bound, and a calm call is answered after it") {
  // Time enough on a busy machine for whatever is stopped by another bound.
  const BombDeployment deployment(std::chrono::seconds(2));
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(deployment.locked_database().c_str(), &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, Close> writer(raw);
  REQUIRE(sqlite3_exec(raw, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr) == SQLITE_OK);
  std::int64_t watched = 0;
  for (const Isolation isolation : {Isolation::kThread, Isolation::kProcess}) {
    const Gateway gateway = deployment.Open(isolation);
    REQUIRE(Bombs().size() > 10);
    for (const Bomb& bomb : Bombs()) {
      const std::string_view expected = isolation == Isolation::kProcess ? bomb.in_process : bomb.in_thread;
      if (expected.empty()) continue;  // ends when it ends: not for a test
      INFO(bomb.name << (isolation == Isolation::kProcess ? " in a process" : " in a thread"));
      const bench::ResidentMemory memory;
      const auto answer = Throw(gateway, bomb.name);
      INFO(CauseOf(answer));
      CHECK(ReasonOf(answer) == expected);
      CHECK(memory.peak_bytes() <= bench::kBombMemory + (32 << 20));
      watched = std::max(watched, memory.peak_bytes());
      CHECK(ReasonOf(Throw(gateway, "calm")) == "ok");
    }
  }
  CHECK(watched > 8 << 20);  // workers were seen at all
}

}  // namespace querygate
