#include "engine/backend/sqlite/inspect_image.h"

#include <chrono>
#include <utility>

#include "engine/backend/sqlite/connection.h"
#include "engine/backend/sqlite/gated_report.h"

namespace querygate::sqlite {
namespace {

// A bound for schemas that are built to be slow to compile against, not a measure of anything.
constexpr std::chrono::seconds kPatience(10);

}  // namespace

Expected<Inspection, Failure> InspectImage(const SchemaImage& image, const CompiledReport& report, StepHook hook) {
  const CallContext context{.deadline = {std::chrono::steady_clock::now() + kPatience}, .budget = report.budget};
  auto opened = Connection::Open(image.bytes(), context, std::move(hook));
  if (!opened) return Unexpected(std::move(opened).error());
  Connection& connection = **opened;
  if (auto set_up = connection.SetUp(report); !set_up) return Unexpected(std::move(set_up).error());

  AccessPolicy policy = PolicyFor(report, connection.scope());
  policy.survey = true;  // the image has no rows
  if (auto begun = connection.RunOwn("begin", "BEGIN"); !begun) {
    return Unexpected(connection.Explain(begun.error(), Phase::kOpening));
  }
  Inspection inspection;
  {
    auto gated = GateReport(connection, policy, image.schema(), report, true);
    if (!gated) return Unexpected(connection.Explain(gated.error(), Phase::kPreparing));
    inspection = ToInspection(*std::move(gated), connection.scope());
  }
  auto ended = connection.RunOwn("end", "COMMIT");
  if (ended) ended = connection.Close();
  if (!ended) return Unexpected(connection.Explain(ended.error(), Phase::kFinishing));
  return inspection;
}

}  // namespace querygate::sqlite
