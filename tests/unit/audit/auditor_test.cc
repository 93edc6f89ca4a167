#include "engine/audit/auditor.h"

#include <string>

#include <catch2/catch.hpp>

#include "tests/unit/audit/audit_fixture.h"

namespace querygate {
namespace {

using testing::AuditFixture;
using testing::FaultyCalls;

AuditDeclaration Declaration() {
  AuditDeclaration declaration;
  declaration.file.value = "audit.jsonl";
  declaration.key.value = "audit.key";
  return declaration;
}

TEST_CASE("a call is recorded as its deployment says, or there is no answer") {
  const AuditFixture fixture;
  auto declaration = Declaration();
  declaration.rotate_bytes = Located<std::int64_t>{65536, {}};
  const auto auditor = Auditor::Open(declaration, fixture.folder.path(), fixture.clock, fixture.calls);
  REQUIRE(auditor);
  const Arguments arguments;
  Answer answer;
  answer.body = Delivery{"[]", true, 0};
  answer.receipt.report = "a/b";
  const AuditedCall call{{}, "alice", "", &arguments, nullptr, &answer};
  fixture.calls->FailNth(FaultyCalls::kSyncData, -1);
  REQUIRE((*auditor)->Record(call));
  CHECK(fixture.calls->calls(FaultyCalls::kSyncData) == 1);
  REQUIRE((*auditor)->log().Rotate());
  for (int i = 0; i < 200; ++i) REQUIRE((*auditor)->Record(call));
  CHECK(fixture.Verdict({fixture.path(), fixture.path() + ".000000000002"}).starts_with("broken"));  // one is not given
  CHECK(std::filesystem::file_size(fixture.path()) <= 65536);
  fixture.calls->FailNth(FaultyCalls::kWrite, 0, ENOSPC);
  const auto failed = (*auditor)->Record(call);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().reason == "query_unavailable");
}

TEST_CASE("lines are synchronised once in a while where the deployment says so") {
  const AuditFixture fixture;
  auto declaration = Declaration();
  declaration.sync_milliseconds = Located<std::int64_t>{1000, {}};
  const auto auditor = Auditor::Open(declaration, fixture.folder.path(), fixture.clock, fixture.calls);
  REQUIRE(auditor);
  const Arguments arguments;
  const Answer answer;
  fixture.calls->FailNth(FaultyCalls::kSyncData, -1);
  REQUIRE((*auditor)->Record({{}, "", "", &arguments, nullptr, &answer}));
  CHECK(fixture.calls->calls(FaultyCalls::kSyncData) == 0);
}

TEST_CASE("without a key or a log there is no auditor") {
  const AuditFixture fixture;
  auto declaration = Declaration();
  declaration.key.value = "none/audit.key";
  CHECK_FALSE(Auditor::Open(declaration, fixture.folder.path(), fixture.clock));
  declaration = Declaration();
  declaration.file.value = "none/audit.jsonl";
  const auto auditor = Auditor::Open(declaration, fixture.folder.path(), fixture.clock);
  REQUIRE_FALSE(auditor);
  CHECK(auditor.error().find("cannot open ") != std::string::npos);
}

}  // namespace
}  // namespace querygate
