#include "tests/golden/runner/normalise.h"

#include <catch2/catch.hpp>

namespace querygate::golden {
namespace {

TEST_CASE("only what may differ between two correct runs is taken out") {
  CHECK(Normalise(R"({"observed_at":"2026-01-02T00:00:00Z","as_of":"2026-01-02T00:00:00Z"})", "/x") ==
        R"({"observed_at":"OBSERVED","as_of":"2026-01-02T00:00:00Z"})");
  CHECK(Normalise("; observed at 2026-01-02T00:00:00.5Z\n", "/x") == "; observed at OBSERVED\n");
  CHECK(Normalise("/tmp/case/a and /tmp/case", "/tmp/case") == "$DIR/a and $DIR");
  CHECK(Normalise("querygate 0.1.0\nSQLite 3.40.1 (x), A B\n", "/x") == "querygate VERSION\nSQLite LIBRARY\n");
  CHECK(Normalise("rejected: invalid_state\n", "/x") == "rejected: invalid_state\n");
}

}  // namespace
}  // namespace querygate::golden
