// The shipped reports' tests notice every mistake that can be made in them; the founding document's eight wrong
// versions are among these.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/gateway/gateway.h"
#include "engine/review/trial/mutations.h"
#include "tests/conformance/temporary_folder.h"
#include "tests/project_root.h"

namespace querygate {
namespace {

using trial::MutantResult;
using Status = MutantResult::Status;

const MutationSummary& Shipped() {
  static const MutationSummary summary = [] {
    GatewayOptions options;
    options.config = (testing::ProjectRoot() / "querygate.yaml").string();
    const auto gateway = Gateway::Open(std::move(options));
    REQUIRE(gateway.has_value());
    auto mutated = gateway->Mutate({});
    REQUIRE(mutated.has_value());
    return *std::move(mutated);
  }();
  return summary;
}

const MutantResult* Find(const std::string& report, const std::string& id) {
  for (const trial::MutationResult& result : Shipped().reports) {
    if (result.report != report) continue;
    for (const MutantResult& mutant : result.mutants) {
      if (mutant.id == id) return &mutant;
    }
  }
  return nullptr;
}

TEST_CASE("the shipped tests notice every mistake") {
  for (const Diagnostic& diagnostic : Shipped().diagnostics) FAIL_CHECK(FormatDiagnostic(diagnostic));
  CHECK(Shipped().reports.size() == 8);
  for (const trial::MutationResult& result : Shipped().reports) {
    INFO(result.report);
    CHECK(result.failing.empty());
    CHECK(result.mutants.size() >= 12);
    for (const MutantResult& mutant : result.mutants) {
      INFO(mutant.id << ": " << mutant.by);
      CHECK(mutant.status != Status::kSurvived);
    }
  }
}

TEST_CASE("the eight wrong versions of the founding document are among the mutants") {
  const std::map<std::string, std::string> eight = {
      {"null_as_zero engine", "a missing number of units is no zero"},
      {"coerce_real engine", "half a unit is no integer"},
      {"cut_silently queries.parcels.rows", "one parcel more than a thousand is refused"},
      {"widen_groups result", "one zone more than twenty is refused"},
      {"ignore_total_range result.columns.units_decimal", "a total of 2^63 is refused"},
      {"sum_through_double result.columns.units_decimal", "a total beyond 2^53 keeps its last digit"},
      {"rejection_as_empty engine", "a missing number of units is no zero"},
      {"widen_min queries.parcels.columns.units", "fewer units than none are refused"},
  };
  for (const auto& [id, by] : eight) {
    INFO(id);
    const MutantResult* mutant = Find("parcels/exact_units_by_zone", id);
    REQUIRE(mutant != nullptr);
    CHECK(mutant->status == Status::kKilled);
    CHECK(mutant->by == by);
  }
}

TEST_CASE("every mutation makes a mutant of some shipped report, with an id of its own and a place") {
  std::set<std::string> used;
  for (const trial::MutationResult& result : Shipped().reports) {
    std::set<std::string> ids;
    for (const MutantResult& mutant : result.mutants) {
      INFO(mutant.id);
      CHECK(ids.insert(mutant.id).second);
      CHECK(mutant.position.line > 0);
      CHECK_FALSE(mutant.change.empty());
      used.insert(mutant.id.substr(0, mutant.id.find(' ')));
    }
  }
  std::set<std::string> names;
  for (const trial::Mutation& mutation : trial::Mutations()) {
    INFO(mutation.name);
    CHECK(names.emplace(mutation.name).second);
    CHECK_FALSE(mutation.summary.empty());
    // Aggregates over nullable columns: no shipped report has one.
    if (mutation.name != "skip_nulls") CHECK(used.contains(std::string(mutation.name)));
  }
  for (const std::string& name : used) CHECK(names.contains(name));
}

TEST_CASE("the page's table of mutants is what they come to") {
  std::ifstream page(testing::ProjectRoot() / "docs/testing.md");
  std::vector<std::string> written;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "<!-- end of mutants -->") inside = false;
    if (inside && line.starts_with("| `")) written.push_back(line);
    if (line.starts_with("<!-- mutants:")) inside = true;
  }
  std::vector<std::string> counted;
  for (const trial::MutationResult& result : Shipped().reports) {
    std::map<Status, std::size_t> counts;
    for (const MutantResult& mutant : result.mutants) ++counts[mutant.status];
    std::string row = "| `" + result.report + "` | " + std::to_string(result.mutants.size());
    for (const Status status : {Status::kKilled, Status::kSurvived, Status::kEquivalent, Status::kInvalid}) {
      row += " | " + std::to_string(counts[status]);
    }
    counted.push_back(row + " |");
  }
  CHECK(written == counted);
}

// The findings about `equivalent` of a copy of one shipped test to which `marks` were added.
std::vector<std::string> EquivalentFindings(const std::string& marks) {
  const testing::TemporaryFolder folder;
  const auto root = testing::ProjectRoot();
  constexpr auto kWhole = std::filesystem::copy_options::recursive;
  std::filesystem::copy(root / "policies", folder / "policies", kWhole);
  std::filesystem::create_directories(folder / "reports");
  std::filesystem::copy(root / "reports/parcels", folder / "reports/parcels", kWhole);
  const std::string test = folder / "reports/parcels/exact_units_by_zone.test.yaml";
  testing::WriteFile(test, testing::ReadFile(test) + marks);
  const std::string config = folder / "querygate.yaml";
  testing::WriteFile(config, "apiVersion: querygate/v1\nkind: Gateway\nreports: reports\npolicies: policies\n");
  GatewayOptions options;
  options.config = config;
  const auto gateway = Gateway::Open(std::move(options));
  REQUIRE(gateway.has_value());
  TestRequest request;
  request.paths = {"parcels/exact_units_by_zone"};
  request.filter = "widen_enum";
  const auto summary = gateway->Mutate(request);
  REQUIRE(summary.has_value());
  std::vector<std::string> rules;
  for (const Diagnostic& diagnostic : summary->diagnostics) rules.push_back(diagnostic.rule);
  return rules;
}

TEST_CASE("a mark that nothing needs is found, and no other") {
  const std::string found = "invalid-equivalent";
  const auto mark = [](const std::string& id) { return "equivalent: [{ mutant: " + id + ", because: So. }]\n"; };
  CHECK(EquivalentFindings("").empty());
  CHECK(EquivalentFindings(mark("widen_enum parameters.state")) == std::vector<std::string>{found});
  CHECK(EquivalentFindings(mark("widen_enum parameters.place")) == std::vector<std::string>{found});
}

}  // namespace
}  // namespace querygate
