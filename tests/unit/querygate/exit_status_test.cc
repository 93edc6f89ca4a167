#include "tests/project_root.h"
#include "tools/querygate/exit_status.h"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

namespace querygate::cli {
namespace {

TEST_CASE("exit codes are those of the contract") {
  std::set<int> codes;
  for (const ExitStatusRow& row : ExitStatuses()) codes.insert(static_cast<int>(row.status));
  CHECK(codes == std::set<int>{0, 1, 2, 3, 4, 5, 6, 70});

  std::stringstream contract;
  contract << std::ifstream(testing::ProjectRoot() / "docs/CONTRACT.md").rdbuf();
  for (const int code : codes) CHECK(contract.str().find("\n| " + std::to_string(code) + " |") != std::string::npos);
}

TEST_CASE("every kind of rejection has its code") {
  CHECK(StatusOf(RejectionKind::kInvalidRequest) == ExitStatus::kRequestRejected);
  CHECK(StatusOf(RejectionKind::kNotPermitted) == ExitStatus::kRequestRejected);
  CHECK(StatusOf(RejectionKind::kRetired) == ExitStatus::kRequestRejected);
  CHECK(StatusOf(RejectionKind::kInvalidData) == ExitStatus::kDataRejected);
  CHECK(StatusOf(RejectionKind::kNotFound) == ExitStatus::kDataRejected);
}

}  // namespace
}  // namespace querygate::cli
