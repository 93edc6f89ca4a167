// The attacked program, and how an answer is judged.
#pragma once

#include <string>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/serving/attack_world.h"
#include "tests/serving/served_program.h"

namespace querygate::server::testing {

struct AttackStage {
  explicit AttackStage(const std::string& serve = {}, const ServedProgram::Options& options = {})
      : world(serve), server(world.config(), options) {}

  AttackWorld world;
  ServedProgram server;
  querygate::testing::CaseCount count{"attacks on the served program"};

  // Sends it, and holds the one answer against what must be told.
  std::string Attack(const std::string& bytes, const Told& told) {
    const std::string answer = Exchange(server, bytes);
    CAPTURE(bytes.substr(0, 600), answer.substr(0, 4000), told.status, told.mark);
    CHECK(count.Add(StatusOf(answer) == told.status));
    CHECK(count.Add(answer.find(told.mark) != std::string::npos));
    CHECK(count.Add(CountOf(answer, "HTTP/1.1 ") == 1));
    const std::string leak = world.LeakIn(answer);
    CAPTURE(leak);
    CHECK(count.Add(leak.empty()));
    return answer;
  }

  std::string AsAnn(const std::string& more = {}) const { return AttackWorld::Bearer(world.ann()) + more; }

  // Nothing that was attacked is harmed, and every door still opens.
  void ServesAnn() {
    for (const Door door : kDoors) {
      CAPTURE(NameOf(door));
      Sent sent;
      sent.headers = AsAnn();
      Attack(BytesOf(door, sent), {200, kAnnsRow});
    }
  }
};

}  // namespace querygate::server::testing
