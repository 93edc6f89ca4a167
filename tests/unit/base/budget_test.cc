#include "engine/base/budget.h"

#include <catch2/catch.hpp>

#include "engine/base/deadline.h"

using namespace querygate;

TEST_CASE("tightening takes the smaller of each member", "[budget]") {
  const Budget wide;
  Budget narrow;
  narrow.deadline = std::chrono::milliseconds(1);
  narrow.lock_wait = std::chrono::milliseconds(2);
  narrow.vm_steps = 3;
  narrow.source_rows = 4;
  narrow.groups = 5;
  narrow.result_bytes = 6;
  narrow.value_bytes = 7;
  narrow.sql_bytes = 8;
  narrow.memory = 9;
  CHECK(Tighten(wide, narrow) == narrow);
  CHECK(Tighten(narrow, wide) == narrow);

  Budget other = wide;
  other.groups = 1;
  Budget both = narrow;
  both.groups = 1;
  CHECK(Tighten(other, narrow) == both);
}

TEST_CASE("a deadline has expired at its very point", "[deadline]") {
  const std::chrono::steady_clock::time_point at{std::chrono::seconds(10)};
  const Deadline deadline{at};
  CHECK_FALSE(deadline.ExpiredAt(at - std::chrono::nanoseconds(1)));
  CHECK(deadline.ExpiredAt(at));
  CHECK_FALSE(Deadline().ExpiredAt(at));
}

TEST_CASE("the system clock tells an instant of this calendar", "[deadline]") {
  const Instant now = SystemClock().WallNow();
  CHECK(WithinCalendar(now));
  CHECK(now.nanoseconds >= 0);
  CHECK(now.nanoseconds < 1'000'000'000);
}
