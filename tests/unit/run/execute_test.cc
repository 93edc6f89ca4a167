// The order of reasons and all-or-nothing delivery cannot be forced from the command line with a healthy
// database: failures at chosen moments need the fake source.
#include "engine/run/execute.h"

#include <catch2/catch.hpp>

#include "tests/unit/run/fake_source.h"

namespace querygate {
namespace {

ColumnSpec TextColumn(std::string name) {
  ColumnSpec spec;
  spec.missing_reason = "missing_" + name;
  spec.type_reason = "invalid_" + name + "_type";
  spec.range_reason = "invalid_" + name + "_range";
  spec.name = std::move(name);
  return spec;
}

ColumnSpec IntegerColumn(std::string name) {
  ColumnSpec spec = TextColumn(std::move(name));
  spec.type = ColumnType::kInteger;
  spec.min = std::int64_t{0};
  spec.max = std::int64_t{1000};
  return spec;
}

CompiledQuery Query(std::string name, RowsRule rows) {
  CompiledQuery query;
  query.name = std::move(name);
  query.rows = std::move(rows);
  query.statements.resize(1);
  query.columns = {TextColumn("zone"), IntegerColumn("units")};
  return query;
}

RowsRule Many(std::int64_t max, bool truncate) {
  RowsRule rule;
  rule.max = max;
  rule.truncate = truncate;
  return rule;
}

RowsRule Exactly() {
  RowsRule rule;
  rule.mode = RowsDeclaration::Mode::kExactlyOne;
  rule.none_reason = "not_found";
  rule.many_reason = "ambiguous_reference";
  return rule;
}

RowsRule AtMost() {
  RowsRule rule;
  rule.mode = RowsDeclaration::Mode::kAtMostOne;
  rule.many_reason = "ambiguous_result";
  return rule;
}

std::shared_ptr<CompiledReport> RowsReport(RowsRule rows) {
  auto report = std::make_shared<CompiledReport>();
  report->id = "area/report";
  report->digest = "d";
  report->queries = {Query("zones", std::move(rows))};
  report->result.parts = {{"", std::size_t{0}}};
  return report;
}

using Rows = std::vector<std::vector<Value>>;
const std::vector<Value> kGood = {Value::Text("east"), Value::Integer(1)};
const std::vector<Value> kBad = {Value::Text("east"), Value::Text("pending")};

struct Ran {
  Outcome outcome;
  FakeLog log;
};

Ran Run(const std::shared_ptr<const CompiledReport>& report, FakeScript script, CallContext context = {},
        const Bindings& bindings = {}) {
  FakeSource source(std::move(script));
  FakeClock clock;
  Outcome outcome = Execute(report, bindings, source, context, clock);
  return {std::move(outcome), source.log()};
}

std::string EndOf(const Outcome& outcome) {
  if (const auto* rejection = std::get_if<Rejection>(&outcome.body)) return "rejected " + rejection->reason;
  if (const auto* failure = std::get_if<Failure>(&outcome.body)) return "failed " + failure->reason;
  return outcome.json;
}

}  // namespace

TEST_CASE("one row more than allowed wins over a bad row") {
  const auto report = RowsReport(Many(2, false));
  CHECK(EndOf(Run(report, {{{kGood, kGood}}}).outcome) ==
        R"({"status":"ok","complete":true,"rows":[{"zone":"east","units":1},{"zone":"east","units":1}]})");
  CHECK(EndOf(Run(report, {{{kGood, kBad}}}).outcome) == "rejected invalid_units_type");
  CHECK(EndOf(Run(report, {{{kBad, kGood, kGood}}}).outcome) == "rejected source_limit");
  CHECK(EndOf(Run(report, {{{kGood, kGood, kBad}}}).outcome) == "rejected source_limit");
}

TEST_CASE("the first bad row and column decide") {
  const auto report = RowsReport(Many(9, false));
  const std::vector<Value> no_zone = {Value::Null(), Value::Text("x")};
  const std::vector<Value> out_of_range = {Value::Text("east"), Value::Integer(1001)};
  CHECK(EndOf(Run(report, {{{kGood, no_zone, kBad}}}).outcome) == "rejected missing_zone");
  CHECK(EndOf(Run(report, {{{kBad, no_zone}}}).outcome) == "rejected invalid_units_type");
  CHECK(EndOf(Run(report, {{{kGood, out_of_range}}}).outcome) == "rejected invalid_units_range");
}

TEST_CASE("truncation is told and what was cut off is not judged") {
  const auto report = RowsReport(Many(1, true));
  const Ran cut = Run(report, {{{kGood, kBad, kGood}}});
  CHECK(EndOf(cut.outcome) ==
        R"({"status":"ok","complete":false,"truncated":["rows"],"rows":[{"zone":"east","units":1}]})");
  CHECK(cut.log.rows_read == std::vector<std::int64_t>{2});  // one more than delivered, no further
  const Ran whole = Run(report, {{{kGood}}});
  CHECK(EndOf(whole.outcome) == R"({"status":"ok","complete":true,"rows":[{"zone":"east","units":1}]})");
}

TEST_CASE("exactly and at_most tell none, one and many apart") {
  const auto exactly = RowsReport(Exactly());
  CHECK(EndOf(Run(exactly, {{{}}}).outcome) == "rejected not_found");
  CHECK(std::get<Rejection>(Run(exactly, {{{}}}).outcome.body).kind == RejectionKind::kNotFound);
  CHECK(EndOf(Run(exactly, {{{kGood}}}).outcome) == R"({"status":"ok","complete":true,"rows":[{"zone":"east","units":1}]})");
  CHECK(EndOf(Run(exactly, {{{kGood, kGood}}}).outcome) == "rejected ambiguous_reference");
  CHECK(std::get<Rejection>(Run(exactly, {{{kGood, kGood}}}).outcome.body).kind == RejectionKind::kInvalidData);
  CHECK(EndOf(Run(exactly, {{{kBad, kGood}}}).outcome) == "rejected ambiguous_reference");
  CHECK(EndOf(Run(exactly, {{{kBad}}}).outcome) == "rejected invalid_units_type");

  const auto at_most = RowsReport(AtMost());
  CHECK(EndOf(Run(at_most, {{{}}}).outcome) == R"({"status":"ok","complete":true,"rows":[]})");
  CHECK(EndOf(Run(at_most, {{{kGood, kGood}}}).outcome) == "rejected ambiguous_result");
}

TEST_CASE("a failing end after success withholds the result") {
  const auto report = RowsReport(Many(9, false));
  FakeScript script{{{kGood}}};
  script.finish_fails = Failure{"query_failed", "the close failed"};
  const Ran ran = Run(report, script);
  CHECK(EndOf(ran.outcome) == "failed query_failed");
  CHECK(ran.outcome.json.empty());
}

TEST_CASE("the first error is kept and the snapshot is dropped, not finished") {
  const auto report = RowsReport(Many(9, false));
  FakeScript script{{{kBad}}};
  script.finish_fails = Failure{"query_failed", "the close failed too"};
  const Ran rejected = Run(report, script);
  CHECK(EndOf(rejected.outcome) == "rejected invalid_units_type");
  CHECK(rejected.log.finishes == 0);
  CHECK(rejected.log.dropped == 1);

  script.step_fails = {0, Failure{"query_unavailable", "disk I/O error"}};
  const Ran failed = Run(report, script);
  CHECK(EndOf(failed.outcome) == "failed query_unavailable");
  CHECK(failed.log.dropped == 1);

  script.begin_fails = Failure{"lock_timeout", "busy"};
  CHECK(EndOf(Run(report, script).outcome) == "failed lock_timeout");
}

TEST_CASE("a later query binds a value of an earlier one and lists fill their slots") {
  auto report = RowsReport(Exactly());
  report->queries.push_back(Query("events", Many(9, false)));
  CompiledQuery& events = report->queries[1];
  events.binds = {{"zone", 0, 0}};
  events.statements[0].slots = {{":zone", true, 0, 0}, {":tags__1", false, 0, 0}, {":tags__2", false, 0, 1},
                                {":tags__3", false, 0, 2}, {":none", false, 1, 0}};
  report->parameters.resize(2);
  report->result.record = true;
  report->result.parts = {{"order", std::size_t{0}}, {"events", std::size_t{1}}};
  Bindings bindings;
  bindings.parameters.resize(2);
  bindings.parameters[0].stored = {Value::Integer(5), Value::Integer(6)};
  bindings.parameters[1].absent = true;
  const Ran ran = Run(report, {{{kGood}, {}}}, {}, bindings);
  CHECK(EndOf(ran.outcome) == R"({"status":"ok","complete":true,"order":{"zone":"east","units":1},"events":[]})");
  REQUIRE(ran.log.bound.size() == 2);
  CHECK(ran.log.bound[1] == std::vector{Value::Text("east"), Value::Integer(5), Value::Integer(6), Value::Integer(5), Value::Null()});
}

TEST_CASE("an enum picks one of several fixed statements") {
  auto report = RowsReport(Many(9, false));
  report->queries[0].statements.resize(2);
  report->queries[0].statements[0].variant = "units";
  report->queries[0].statements[1].variant = "zone";
  report->queries[0].variant_parameter = 0;
  report->parameters.resize(1);
  Bindings bindings;
  bindings.parameters.resize(1);
  bindings.parameters[0].typed = {std::string("zone")};
  CHECK(Run(report, {{{kGood}}}, {}, bindings).log.statements == std::vector<std::size_t>{1});
  bindings.parameters[0].typed = {std::string("other")};
  CHECK(EndOf(Run(report, {{{kGood}}}, {}, bindings).outcome) == "failed query_failed");
}

TEST_CASE("the rows an integer parameter allows, within the budget") {
  auto report = RowsReport(Many(0, true));
  report->queries[0].rows.max = std::size_t{0};
  report->parameters.resize(1);
  Bindings bindings;
  bindings.parameters.resize(1);
  bindings.parameters[0].typed = {std::int64_t{2}};
  const FakeScript three{{{kGood, kGood, kGood}}};
  CHECK(std::get<DeliveredResult>(Run(report, three, {}, bindings).outcome.body).parts[0].rows.row_count() == 2);
  CallContext narrowed;
  narrowed.budget.source_rows = 1;
  CHECK(std::get<DeliveredResult>(Run(report, three, narrowed, bindings).outcome.body).parts[0].rows.row_count() == 1);
}

TEST_CASE("result bytes are counted before delivery") {
  const auto report = RowsReport(Many(9, false));
  const std::string body = EndOf(Run(report, {{{kGood}}}).outcome);
  CallContext context;
  context.budget.result_bytes = static_cast<std::int64_t>(body.size());
  CHECK(EndOf(Run(report, {{{kGood}}}, context).outcome) == body);
  context.budget.result_bytes -= 1;
  CHECK(EndOf(Run(report, {{{kGood}}}, context).outcome) == "rejected result_bytes");
  // A row that is wrong wins over the size of what came before it.
  context.budget.result_bytes = 1;
  CHECK(EndOf(Run(report, {{{kGood, kBad}}}, context).outcome) == "rejected invalid_units_type");
  CHECK(EndOf(Run(report, {{{kGood, kGood}}}, context).outcome) == "rejected result_bytes");
}

TEST_CASE("a call past its deadline opens nothing") {
  const auto report = RowsReport(Many(9, false));
  CallContext context;
  context.deadline.at = std::chrono::steady_clock::time_point{};
  const Ran ran = Run(report, {{{kGood}}}, context);
  CHECK(EndOf(ran.outcome) == "failed deadline_exceeded");
  CHECK(ran.log.begins == 0);
  context.deadline.at += std::chrono::nanoseconds(1);
  CHECK(EndOf(Run(report, {{{kGood}}}, context).outcome).starts_with(R"({"status":"ok")"));
}

TEST_CASE("absences are said where no delivered row matched") {
  auto report = RowsReport(AtMost());
  report->queries.push_back(Query("events", Many(1, true)));
  report->queries[0].columns[1].type = ColumnType::kTimestamp;
  report->queries[0].columns[1].store = Store::kUnixS;
  report->queries[0].columns[1].min.reset();
  report->queries[0].columns[1].max.reset();
  report->parameters.resize(2);
  report->result.record = true;
  report->result.parts = {{"events", std::size_t{1}}};
  CoverageRule rule;
  rule.window = {0, 1};
  rule.watermark = {0, 1};
  rule.absent = {{1, {{0, std::string("east")}}, "no east"}, {1, {{0, std::string("west")}}, "no west"}};
  rule.notes = {"a note"};
  report->result.coverage = rule;
  Bindings bindings;
  bindings.parameters.resize(2);
  bindings.parameters[0].typed = {Instant{100, 0}};
  bindings.parameters[1].typed = {Instant{200, 0}};

  const auto cover = [&](std::int64_t mark, const Rows& events) {
    const Rows sync = mark == 0 ? Rows{} : Rows{{Value::Text("s"), Value::Integer(mark)}};
    const Ran ran = Run(report, {{sync, events}}, {}, bindings);
    return *std::get<DeliveredResult>(ran.outcome.body).coverage;
  };
  const Coverage seen = cover(200, {kGood});
  CHECK(seen.absent == std::vector<std::string>{"no west"});
  CHECK(seen.delay_possible == false);
  CHECK(seen.watermark == "1970-01-01T00:03:20Z");
  CHECK(seen.window == std::pair<std::string, std::string>("1970-01-01T00:01:40Z", "1970-01-01T00:03:20Z"));
  CHECK(seen.observed_at == "2023-11-14T22:13:20Z");
  CHECK(cover(199, {kGood}).delay_possible == true);
  const Coverage blind = cover(0, {});
  CHECK(blind.delay_possible == true);
  CHECK_FALSE(blind.watermark);
  CHECK(blind.absent == std::vector<std::string>{"no east", "no west"});
  // A row beyond the cut was not obtained, so it cannot be claimed.
  const Coverage cut = cover(200, {{Value::Text("north"), Value::Integer(1)}, kGood});
  CHECK(cut.absent == std::vector<std::string>{"no east", "no west"});
  CHECK(cut.truncated == std::vector<std::string>{"events"});
}

}  // namespace querygate
