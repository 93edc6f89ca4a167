// Which of many reports a question is about.
#include "tools/server/mcp/find_report.h"

#include <catch2/catch.hpp>

#include "tests/unit/server/served_deployment.h"
#include "tools/server/report_call.h"

namespace querygate::server::mcp {
namespace {

using server::testing::IdentityOf;
using server::testing::ServedDeployment;

TEST_CASE("reports are ranked by what they share with the question") {
  ServedDeployment deployment;
  const Gateway gateway = deployment.Open();
  const auto reports = gateway.Reachable(ToHostIdentity(IdentityOf("everything")));
  REQUIRE(reports);
  const auto first = [&](const char* query) {
    const Reports ranked = RankReports(*reports, query);
    return ranked.empty() ? "" : ranked.front()->id;
  };
  CHECK(first("Which NAMES are my own?") == "mine/names");
  CHECK(first("pairs") == "items/slow");
  CHECK(first("one item by number") == "items/by_id");
  CHECK(first("").empty());
  CHECK(first("qqq").empty());
}

}  // namespace
}  // namespace querygate::server::mcp
