#include "engine/run/execute.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <utility>

#include "engine/render/result_format.h"
#include "engine/run/coverage.h"
#include "engine/run/query_reader.h"

namespace querygate {
namespace {

std::int64_t MaxRows(const CompiledQuery& query, const std::vector<BoundParameter>& parameters, std::int64_t budget) {
  const auto* fixed = std::get_if<std::int64_t>(&query.rows.max);
  if (fixed != nullptr) return std::min(*fixed, budget);
  const BoundParameter& parameter = parameters[std::get<std::size_t>(query.rows.max)];
  const auto* chosen = parameter.typed.empty() ? nullptr : std::get_if<std::int64_t>(&parameter.typed.front());
  return chosen == nullptr ? 0 : std::min(*chosen, budget);
}

// One call of one report. Lives exactly as long as the call.
class Call {
 public:
  Call(const CompiledReport& report, const Bindings& bindings, const CallContext& context)
      : report_(report), bindings_(bindings), context_(context), meter_(context.budget.result_bytes) {
    demands_.resize(report.queries.size());
    for (const ResultPlan::Part& part : report.result.parts) {
      if (const auto* query = std::get_if<std::size_t>(&part.content)) {
        demands_[*query].keep_rows = true;
        groups_.push_back(nullptr);
      } else {
        const auto& spec = std::get<GroupSpec>(part.content);
        groupers_.emplace_back(spec);
        groups_.push_back(&groupers_.back());
        demands_[spec.query].groups.push_back(&groupers_.back());
      }
    }
    if (report.result.coverage) {
      for (const CoverageRule::Absent& absent : report.result.coverage->absent) {
        demands_[absent.query].absent.push_back(&absent);
      }
    }
  }

  std::optional<Refusal> ReadAll(Snapshot& snapshot) {
    for (std::size_t query = 0; query < report_.queries.size(); ++query) {
      if (auto refusal = Read(snapshot, query)) return refusal;
    }
    return std::nullopt;
  }

  Expected<DeliveredResult, Rejection> Build(const Instant& observed_at) {
    DeliveredResult result;
    result.record = report_.result.record;
    for (std::size_t i = 0; i < report_.result.parts.size(); ++i) {
      auto part = BuildPart(i);
      if (!part) return Unexpected(std::move(part).error());
      result.parts.push_back(*std::move(part));
    }
    if (meter_.exceeded()) return Unexpected(TooLarge());
    if (report_.result.coverage) result.coverage = Cover(result, observed_at);
    return result;
  }

  Rejection TooLarge() const { return {RejectionKind::kInvalidData, "result_bytes", report_.id}; }
  std::int64_t groups() const {
    std::int64_t count = 0;
    for (const Grouper& grouper : groupers_) count += static_cast<std::int64_t>(grouper.group_count());
    return count;
  }

 private:
  std::optional<Refusal> Read(Snapshot& snapshot, std::size_t index) {
    const CompiledQuery& query = report_.queries[index];
    const std::size_t statement = ChooseStatement(query, bindings_.parameters);
    if (statement == query.statements.size()) {
      return Failure{"query_failed", "no statement of query " + query.name + " matches the bound choice"};
    }
    const std::vector<Value> values = SlotValues(query, query.statements[statement]);
    auto cursor = snapshot.Execute(index, statement, values);
    if (!cursor) return std::move(cursor).error();
    const std::int64_t limit = MaxRows(query, bindings_.parameters, context_.budget.source_rows);
    auto answer = ReadQuery(query, **cursor, limit, demands_[index], meter_);
    if (!answer) return std::move(answer).error();
    answers_.push_back(*std::move(answer));
    return std::nullopt;
  }

  std::vector<Value> SlotValues(const CompiledQuery& query, const CompiledStatement& statement) const {
    std::vector<Value> values;
    values.reserve(statement.slots.size());
    for (const Slot& slot : statement.slots) {
      if (slot.bind) {
        const BindSpec& bind = query.binds[slot.index];
        values.push_back(answers_[bind.query].first_stored[bind.column]);
        continue;
      }
      const BoundParameter& parameter = bindings_.parameters[slot.index];
      if (parameter.stored.empty()) {
        values.push_back(Value::Null());
      } else {
        // Spare slots of a list repeat its first value: in IN and NOT IN that changes nothing.
        values.push_back(parameter.stored[slot.item < parameter.stored.size() ? slot.item : 0]);
      }
    }
    return values;
  }

  bool IsUsedAfter(std::size_t query, std::size_t part) const {
    const auto uses = [query](const ResultPlan::Part& other) {
      const auto* index = std::get_if<std::size_t>(&other.content);
      return index != nullptr && *index == query;
    };
    const auto& parts = report_.result.parts;
    return std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(part) + 1, parts.end(), uses);
  }

  Expected<ResultPart, Rejection> BuildPart(std::size_t index) {
    const ResultPlan::Part& plan = report_.result.parts[index];
    Grouper* const group = groups_[index];
    ResultPart part;
    part.name = plan.name;
    if (group != nullptr) {
      auto rows = group->Finish();
      if (!rows) return Unexpected(std::move(rows).error());
      part.rows = *std::move(rows);
      return part;
    }
    const std::size_t query = std::get<std::size_t>(plan.content);
    switch (report_.queries[query].rows.mode) {
      case RowsDeclaration::Mode::kMany:
        part.shape = ResultPart::Shape::kRows;
        break;
      case RowsDeclaration::Mode::kExactlyOne:
        part.shape = ResultPart::Shape::kObject;
        break;
      case RowsDeclaration::Mode::kAtMostOne:
        part.shape = ResultPart::Shape::kNullableObject;
        break;
    }
    if (!report_.result.record) part.shape = ResultPart::Shape::kRows;
    if (IsUsedAfter(query, index)) {
      part.rows = answers_[query].rows;
    } else {
      part.rows = std::move(answers_[query].rows);
    }
    part.truncated = answers_[query].truncated;
    return part;
  }

  Coverage Cover(const DeliveredResult& result, const Instant& observed_at) const {
    const CoverageRule& rule = *report_.result.coverage;
    std::vector<bool> matched;
    std::vector<std::size_t> next(answers_.size(), 0);  // position among each query's own sentences
    for (const CoverageRule::Absent& absent : rule.absent) {
      matched.push_back(answers_[absent.query].absent_matched[next[absent.query]++]);
    }
    std::vector<std::string> truncated;
    for (const ResultPart& part : result.parts) {
      if (part.truncated) truncated.push_back(part.name.empty() ? "rows" : part.name);
    }
    return BuildCoverage(rule, bindings_.parameters, answers_, matched, observed_at, std::move(truncated));
  }

  const CompiledReport& report_;
  const Bindings& bindings_;
  const CallContext& context_;
  ByteMeter meter_;
  std::list<Grouper> groupers_;   // neither copyable nor movable
  std::vector<Grouper*> groups_;  // parallel to the result's parts; null for plain rows
  std::vector<QueryDemand> demands_;
  std::vector<QueryAnswer> answers_;
};

using Body = std::variant<DeliveredResult, Rejection, Failure>;

Body ToBody(Refusal refusal) {
  return std::visit([](auto&& value) { return Body(std::move(value)); }, std::move(refusal));
}

}  // namespace

std::size_t ChooseStatement(const CompiledQuery& query, const std::vector<BoundParameter>& parameters) {
  if (!query.variant_parameter) return 0;
  const BoundParameter& parameter = parameters[*query.variant_parameter];
  const auto* choice = parameter.typed.empty() ? nullptr : std::get_if<std::string>(&parameter.typed.front());
  for (std::size_t i = 0; i < query.statements.size(); ++i) {
    if (choice != nullptr && query.statements[i].variant == *choice) return i;
  }
  return query.statements.size();
}

Receipt BeginReceipt(const CompiledReport& report, const CallContext& context) {
  Receipt receipt;
  receipt.report = report.id;
  receipt.version = report.declaration ? report.declaration->version.value : 0;
  receipt.policy_digest = report.digest;
  receipt.budget = context.budget;
  return receipt;
}

Outcome Execute(const std::shared_ptr<const CompiledReport>& report, const Bindings& bindings, AttachedSource& source,
                const CallContext& context, const Clock& clock) {
  const auto started = clock.SteadyNow();
  Outcome outcome;
  outcome.receipt = BeginReceipt(*report, context);
  const auto end = [&](Body body) -> Outcome {
    outcome.body = std::move(body);
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(clock.SteadyNow() - started);
    outcome.receipt.elapsed_microseconds = elapsed.count();
    return std::move(outcome);
  };
  const auto deadline_exceeded = [&] {
    return Failure{"deadline_exceeded", "the deadline passed outside the database"};
  };

  if (context.deadline.ExpiredAt(started)) return end(deadline_exceeded());
  auto snapshot = source.Begin(report, bindings.scope, context);
  if (!snapshot) return end(std::move(snapshot).error());

  outcome.receipt.inputs = (*snapshot)->inputs();
  Call call(*report, bindings, context);
  auto refusal = call.ReadAll(**snapshot);
  outcome.receipt.spending = (*snapshot)->spending();
  outcome.receipt.groups = call.groups();
  // A refusal leaves at once; the snapshot's destructor cleans up and never replaces it.
  if (refusal) return end(ToBody(*std::move(refusal)));

  auto result = call.Build((*snapshot)->observed_at());
  if (!result) return end(std::move(result).error());
  outcome.json = RenderDeliveredJson(*result);
  outcome.receipt.result_bytes = static_cast<std::int64_t>(outcome.json.size());
  if (outcome.receipt.result_bytes > context.budget.result_bytes) {
    outcome.json.clear();
    return end(call.TooLarge());
  }
  auto finished = (*snapshot)->Finish();
  if (!finished) {
    outcome.json.clear();
    return end(std::move(finished).error());
  }
  if (context.deadline.ExpiredAt(clock.SteadyNow())) {
    outcome.json.clear();
    return end(deadline_exceeded());
  }
  return end(*std::move(result));
}

}  // namespace querygate
