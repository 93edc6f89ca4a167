// The digest changes with behaviour and with nothing else.
#include "engine/policy/digest.h"

#include <set>

#include <catch2/catch.hpp>

#include "engine/policy/digest_writer.h"
#include "tests/unit/policy/compile_fixture.h"

namespace querygate {
namespace {

using testing::Apply;
using testing::CompileText;
using testing::Describe;
using testing::Edit;
using testing::kLimits;
using testing::kReport;
using testing::kSource;

std::string DigestOfText(const std::string& report, const testing::Policies& policies = {}) {
  const auto compiled = CompileText(report, policies);
  INFO(Describe(compiled.diagnostics));
  REQUIRE(compiled.value != nullptr);
  return compiled.value->digest;
}

}  // namespace

TEST_CASE("SHA-256 of known texts", "[digest]") {
  CHECK(Sha256Hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(Sha256Hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("neighbouring fields cannot run into each other", "[digest]") {
  CHECK(DigestWriter().Text("ab").Text("c").Finish() != DigestWriter().Text("a").Text("bc").Finish());
  CHECK(DigestWriter().Number(1).Number(23).Finish() != DigestWriter().Number(12).Number(3).Finish());
  CHECK(DigestWriter().Typed(std::string("1")).Finish() != DigestWriter().Typed(std::int64_t{1}).Finish());
  CHECK(DigestWriter().Maybe(std::optional<std::int64_t>()).Finish() != DigestWriter().Number(0).Number(0).Finish());
}

TEST_CASE("every change of behaviour changes the digest, each to another value", "[digest]") {
  const std::vector<std::vector<Edit>> edits = {
      {{"version: 1\n", "version: 1\nstatus: draft\n"}},
      {{"vm_steps: 500", "vm_steps: 499"}},
      {{"vm_steps: 500", "deadline: 999ms"}},
      {{"enum: [open, shut]", "enum: [open]"}},
      {{"max_items: 3", "max_items: 2"}},
      {{"min: 1, max: 20, default: 10", "min: 1, max: 20, default: 9"}},
      {{"min: 1, max: 20, default: 10", "min: 1, max: 20"}},
      {{"min: 1, max: 20, default: 10", "min: 2, max: 20, default: 10"}},
      {{"'[A-Z]{2}'", "'[A-Y]{2}'"}},
      {{"max_length: 2, optional: true", "max_length: 2"}},
      {{"scale: 2, store: scaled_integer, min", "scale: 2, store: text, min"}},
      {{"from: scope, default: now", "from: scope, default: today"}},
      {{"start: { type: timestamp, store: unix_s, from: scope }", "start: { type: timestamp, store: unix_s }"}},
      {{"max: 20m", "max: 21m"}},
      {{"changed]", "changed, cost]"}},
      {{"functions: [count]", "functions: []"}},
      {{"SELECT seen, label FROM marks", "SELECT label, seen FROM marks"}},
      {{"none: no_mark", "none: nothing_seen"}},
      {{"seen: { type: timestamp, store: unix_s }", "seen: { type: timestamp, store: unix_ms }"}},
      {{"nullable: true", "nullable: false"}},
      {{"max: 100, over: reject", "max: 99, over: reject"}},
      {{"reason: bad_zone", "reason: odd_zone"}},
      {{"max_length: 80", "max_length: 81"}},
      {{"min: 1, max: 1000 }", "min: 1, max: 1000, encode: decimal_string }"}},
      {{"enum: [new, used]", "enum: [new, used, lost]"}},
      {{"ORDER BY size, id", "ORDER BY size DESC, id"}},
      {{"by: [zone]", "by: []"}, {"zone: { from: zone }", "zone: { min: zone }"}},
      {{"      max: 5\n", "      max: 4\n"}},
      {{"max: 1000, reason", "max: 1001, reason"}},
      {{"order_by: [size_sum desc, zone]", "order_by: [size_sum, zone]"}},
      {{"    recent: recent\n", "    latest: recent\n"}},
      {{"where: { kind: new }", "where: { kind: used }"}},
      {{"say: Nothing new", "say: Nothing at all"}},
      {{"Deleted items are", "Lost items are"}},
      {{"    as_of: as_of\n", "    as_of: end\n"}, {"changed >= :start", "changed >= :as_of AND changed >= :start"}},
  };
  std::set<std::string> digests = {DigestOfText(kReport)};
  for (const auto& edit : edits) {
    INFO(edit.front().from << " -> " << edit.front().to);
    CHECK(digests.insert(DigestOfText(Apply(kReport, edit))).second);
  }
  const std::vector<testing::Policies> policies = {
      {Apply(kSource, {{"changed, cost]", "changed, cost, weight]"}}), kLimits},
      {Apply(kSource, {{"[count, sum]", "[count]"}}), kLimits},
      {Apply(kSource, {{"{ store: store }", "{ shop: store }"}}), kLimits},
      {Apply(kSource, {{"[count, sum]", "[count, sum]\nrecursive: true"}}), kLimits},
      {kSource, Apply(kLimits, {{"deadline: 1s", "deadline: 2s"}})},
  };
  for (const testing::Policies& changed : policies) CHECK(digests.insert(DigestOfText(kReport, changed)).second);
}

TEST_CASE("words for readers and places in the file do not change the digest", "[digest]") {
  const std::string digest = DigestOfText(kReport);
  const std::vector<Edit> edits = {
      {"title: Items", "title: Other items"},
      {"description: Items of a shop.", "description: Something else."},
      {"owner: shop-data", "owner: others"},
      {"version: 1", "version: 2"},
      {"description: State.", "description: The state."},
      {"enum: [open, shut]", "enum: { open: can be bought, shut: cannot }"},
      {"parameters:\n", "# a comment\n\nparameters:\n"},
      {"items: [id, zone,", "Items: [zone, ID,"},
      {"zone: { type: text,", "zone: { type: text, title: Zone, unit: m, description: A zone.,"},
  };
  for (const Edit& edit : edits) {
    INFO(edit.to);
    CHECK(DigestOfText(Apply(kReport, {edit})) == digest);
  }
  CHECK(DigestOfText(kReport, {Apply(kSource, {{"A shop.", "Another."}}), kLimits}) == digest);
}

TEST_CASE("the schema snapshot is part of the source's digest", "[digest]") {
  const auto one = testing::CompileSourceText(kSource);
  const auto other = testing::CompileSourceText(kSource, testing::kSchema + "-- more\n");
  REQUIRE(one.value != nullptr);
  REQUIRE(other.value != nullptr);
  CHECK(one.value->digest != other.value->digest);
}

}  // namespace querygate
