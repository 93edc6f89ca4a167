// What a gateway lists for a served caller, whichever way it is known.
#include <catch2/catch.hpp>

#include "tests/unit/server/served_deployment.h"
#include "tools/server/report_call.h"

namespace querygate::server::testing {
namespace {

using Ids = std::vector<std::string>;

Ids IdsFor(const Gateway& gateway, const HostIdentity& identity) {
  const auto reports = gateway.Reachable(identity);
  REQUIRE(reports);
  Ids ids;
  for (const auto& report : *reports) ids.push_back(report->id);
  return ids;
}

TEST_CASE("drafts are listed for nobody, not even for the one caller of the host") {
  const ServedDeployment deployment;
  const Gateway gateway = deployment.Open();
  const Ids clerk{"items/by_id", "items/list", "items/of_kinds", "items/slow", "mine/names", "old/item"};
  const HostIdentity local;  // roles of `local`
  CHECK(IdsFor(gateway, local) == clerk);
  CHECK(IdsFor(gateway, ToHostIdentity(IdentityOf("clerk"))) == clerk);
  HostIdentity anonymous;
  anonymous.anonymous = true;
  CHECK(IdsFor(gateway, anonymous) == Ids{"items/by_id"});
  CHECK(IdsFor(gateway, ToHostIdentity(IdentityOf("nobody"))).empty());
  CHECK_FALSE(gateway.FindReachable(local, "items/sketch"));
  CHECK(gateway.FindReachable(local, "old/item"));
}

TEST_CASE("a broken report is told to those who reach its name only") {
  const ServedDeployment deployment;
  const Gateway gateway = deployment.Open();
  deployment.Write("reports/items/broken.yaml", "kind: Nonsense\n");
  const auto told = [&](const std::string& role) {
    const auto found = gateway.FindReachable(ToHostIdentity(IdentityOf(role)), "items/broken");
    REQUIRE_FALSE(found);
    return std::holds_alternative<Unusable>(found.error()) ? "unusable" : "unknown";
  };
  CHECK(told("clerk") == std::string("unusable"));
  CHECK(told("toyshop") == std::string("unknown"));
  CHECK(told("nobody") == std::string("unknown"));
}

TEST_CASE("claims that cannot be read are the server's fault, not an anonymous caller") {
  const ServedDeployment deployment;
  const Gateway gateway = deployment.Open();
  HostIdentity broken;
  broken.claims_json = "not JSON";
  broken.anonymous = true;
  CHECK_FALSE(gateway.Reachable(broken));
  broken.claims_json = R"({"roles":7})";
  CHECK_FALSE(gateway.Reachable(broken));
}

TEST_CASE("a source that has no database is told before anything is served") {
  const ServedDeployment deployment;
  CHECK_FALSE(deployment.Open().FindMissingSource());
  deployment.Write("querygate.yaml",
                   "apiVersion: querygate/v1\nkind: Gateway\nsources: { shop: { path: '${UNSET}' } }\n");
  CHECK(deployment.Open().FindMissingSource()->message == "source shop: the variable UNSET is not set");
  deployment.Write("querygate.yaml", "apiVersion: querygate/v1\nkind: Gateway\n");
  CHECK(deployment.Open().FindMissingSource()->message == "no database is configured for the source shop");
  deployment.Write(
      "querygate.yaml",
      "apiVersion: querygate/v1\nkind: Gateway\nsources: { shop: { by: owner, paths: { ann: a.sqlite } } }\n");
  CHECK_FALSE(deployment.Open().FindMissingSource());
}

}  // namespace
}  // namespace querygate::server::testing
