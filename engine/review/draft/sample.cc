#include "engine/review/draft/sample.h"

#include <algorithm>
#include <utility>

#include "engine/contract/column_spec.h"
#include "engine/review/draft/draft_columns.h"

namespace querygate::draft {
namespace {

// A sample is taken by somebody at a terminal, over data that no report has bounded yet.
constexpr std::chrono::seconds kPatience(10);
constexpr std::int64_t kSteps = 200'000'000;
constexpr std::int64_t kMostRows = 10'000;

std::vector<Value> ValuesFor(const CompiledStatement& statement, const Bindings& bindings) {
  std::vector<Value> values;
  for (const Slot& slot : statement.slots) {
    const std::vector<Value>& stored = bindings.parameters[slot.index].stored;
    if (stored.empty()) {
      values.push_back(Value::Null());
    } else {
      values.push_back(stored[slot.item < stored.size() ? slot.item : 0]);
    }
  }
  return values;
}

class ColumnJudge {
 public:
  explicit ColumnJudge(const ColumnCandidates& candidates) {
    for (const auto& candidate : candidates) specs_.push_back(JudgeOf(candidate.declaration));
    sample_.fits.assign(specs_.size(), true);
  }

  void Take(const ValueView& value) {
    if (value.storage == StorageClass::kNull) {
      sample_.nulls = true;
      return;
    }
    const std::string kind(StorageClassName(value.storage));
    if (std::find(sample_.kinds.begin(), sample_.kinds.end(), kind) == sample_.kinds.end()) {
      sample_.kinds.push_back(kind);
    }
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      if (sample_.fits[i]) sample_.fits[i] = JudgeColumn(specs_[i], value, scratch_) == nullptr;
    }
  }

  ColumnSample Finish() && { return std::move(sample_); }

 private:
  std::vector<ColumnSpec> specs_;
  ColumnSample sample_;
  TypedValue scratch_;
};

}  // namespace

CallContext SampleContext(const CompiledReport& report, const Clock& clock) {
  CallContext context;
  context.now = clock.WallNow();
  context.clock = &clock;
  context.budget = report.budget;
  context.budget.deadline = kPatience;
  context.budget.vm_steps = kSteps;
  context.budget.source_rows = kMostRows;
  context.deadline.at = clock.SteadyNow() + kPatience;
  return context;
}

Expected<Sample, Failure> TakeSample(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report,
                                     const Bindings& bindings, const std::vector<ColumnCandidates>& candidates,
                                     const Clock& clock) {
  const CallContext context = SampleContext(*report, clock);
  auto snapshot = source.Begin(report, bindings.scope, context);
  if (!snapshot) return Unexpected(std::move(snapshot).error());
  Sample sample;
  {
    auto cursor = (*snapshot)->Execute(0, 0, ValuesFor(report->queries[0].statements[0], bindings));
    if (!cursor) return Unexpected(std::move(cursor).error());
    std::vector<ColumnJudge> judges(candidates.begin(), candidates.end());
    for (;;) {
      auto more = (*cursor)->Next();
      if (!more) return Unexpected(std::move(more).error());
      if (!*more) break;
      if (sample.rows == kMostRows) {
        sample.more = true;
        break;
      }
      ++sample.rows;
      for (std::size_t i = 0; i < judges.size(); ++i) judges[i].Take((*cursor)->Column(i));
    }
    for (ColumnJudge& judge : judges) sample.columns.push_back(std::move(judge).Finish());
  }
  if (auto finished = (*snapshot)->Finish(); !finished) return Unexpected(std::move(finished).error());
  return sample;
}

}  // namespace querygate::draft
