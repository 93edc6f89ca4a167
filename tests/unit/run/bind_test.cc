#include "engine/run/bind.h"

#include <catch2/catch.hpp>

namespace querygate {
namespace {

ParameterSpec Spec(std::string name, ScalarType type) {
  ParameterSpec spec;
  spec.missing_reason = "missing_" + name;
  spec.invalid_reason = "invalid_" + name;
  spec.name = std::move(name);
  spec.type = type;
  if (type == ScalarType::kTimestamp) spec.store = Store::kUnixS;
  return spec;
}

Argument Text(std::string text) {
  Argument argument;
  argument.kind = Argument::Kind::kString;
  argument.text = std::move(text);
  return argument;
}

CompiledReport WindowReport() {
  CompiledReport report;
  report.id = "area/report";
  report.parameters = {Spec("name", ScalarType::kString), Spec("start", ScalarType::kTimestamp), Spec("end", ScalarType::kTimestamp)};
  report.windows = {{1, 2, 900'000, false}};  // 15 minutes, half-open
  return report;
}

const Instant kNow{1'700'000'000, 0};
const Permission kAnything{{{}}};

std::string ReasonOf(const CompiledReport& report, const Arguments& arguments, const Caller& caller = {},
                     const Permission& permission = kAnything, const AccessRules& rules = {}) {
  const auto bound = BindArguments(report, rules, caller, permission, arguments, kNow);
  return bound ? "bound" : bound.error().reason;
}

Arguments Window(const std::string& start, const std::string& end) {
  return {{"name", Text("x")}, {"start", Text(start)}, {"end", Text(end)}};
}

}  // namespace

TEST_CASE("arguments are judged in a fixed order") {
  const CompiledReport report = WindowReport();
  const std::string start = "2026-09-18T14:00:00+08:00";
  const std::string end = "2026-09-18T14:15:00+08:00";
  CHECK(ReasonOf(report, Window(start, end)) == "bound");
  // An unknown argument wins over everything else that is wrong.
  CHECK(ReasonOf(report, {{"nme", Text("x")}}) == "unknown_argument");
  CHECK(ReasonOf(report, {}) == "missing_name");
  // Parameters as declared, before windows.
  CHECK(ReasonOf(report, {{"name", Text("x")}, {"start", Text("soon")}, {"end", Text(end)}}) == "invalid_start");
  CHECK(ReasonOf(report, {{"name", Text("x")}, {"start", Text(start)}}) == "missing_end");
}

TEST_CASE("windows are half-open, ordered and bounded") {
  CompiledReport report = WindowReport();
  const std::string start = "2026-09-18T14:00:00+08:00";
  CHECK(ReasonOf(report, Window(start, "2026-09-18T14:15:00+08:00")) == "bound");  // exactly the maximum
  CHECK(ReasonOf(report, Window(start, "2026-09-18T14:15:01+08:00")) == "invalid_window");
  CHECK(ReasonOf(report, Window(start, start)) == "invalid_window");  // empty
  CHECK(ReasonOf(report, Window(start, "2026-09-18T13:59:59+08:00")) == "invalid_window");
  CHECK(ReasonOf(report, Window(start, "2026-09-18T06:00:01Z")) == "bound");  // another offset, one second later
  report.windows[0].closed = true;
  CHECK(ReasonOf(report, Window(start, start)) == "bound");
  CHECK(ReasonOf(report, Window(start, "2026-09-18T13:59:59+08:00")) == "invalid_window");
}

TEST_CASE("a closed window of dates covers its last day") {
  CompiledReport report;
  report.parameters = {Spec("start", ScalarType::kDate), Spec("end", ScalarType::kDate)};
  report.windows = {{0, 1, std::int64_t{2} * 86'400'000, true}};
  const auto reason = [&](const char* start, const char* end) {
    return ReasonOf(report, {{"start", Text(start)}, {"end", Text(end)}});
  };
  CHECK(reason("2026-01-01", "2026-01-01") == "bound");
  CHECK(reason("2026-01-01", "2026-01-02") == "bound");           // two days
  CHECK(reason("2026-01-01", "2026-01-03") == "invalid_window");  // three
  CHECK(reason("2026-01-02", "2026-01-01") == "invalid_window");
  report.windows[0].closed = false;
  CHECK(reason("2026-01-01", "2026-01-01") == "invalid_window");
  CHECK(reason("2026-01-01", "2026-01-03") == "bound");
  // The widest dates there are do not overflow.
  report.windows[0].max_milliseconds.reset();
  CHECK(reason("0001-01-01", "9999-12-31") == "bound");
}

TEST_CASE("an open-ended window is refused where it has a maximum") {
  CompiledReport report = WindowReport();
  report.parameters[2].optional = true;
  const Arguments open = {{"name", Text("x")}, {"start", Text("2026-09-18T14:00:00Z")}};
  CHECK(ReasonOf(report, open) == "invalid_window");
  report.windows[0].max_milliseconds.reset();
  CHECK(ReasonOf(report, open) == "bound");
}

TEST_CASE("scope comes from the caller and never from the arguments") {
  CompiledReport report;
  report.parameters = {Spec("store", ScalarType::kString)};
  report.parameters[0].from_scope = true;
  Caller caller;
  CHECK(ReasonOf(report, {}, caller) == "scope_unavailable");
  caller.scope = {{"store", Text("A")}};
  CHECK(ReasonOf(report, {}, caller) == "bound");
  CHECK(ReasonOf(report, {{"store", Text("B")}}, caller) == "unknown_argument");

  const auto bound = BindArguments(report, {}, caller, kAnything, {}, kNow);
  REQUIRE(bound);
  CHECK(bound->parameters[0].stored == std::vector{Value::Text("A")});
}

TEST_CASE("row scope needs each of its values, typed as Access says") {
  CompiledReport report;
  report.row_scope = {{"orders", {{"brand", "brand"}, {"store", "store"}}}};
  Caller caller;
  caller.scope = {{"brand", Text("b")}};
  CHECK(ReasonOf(report, {}, caller) == "scope_unavailable");
  caller.scope.emplace_back("store", Text("A"));
  const auto bound = BindArguments(report, {}, caller, kAnything, {}, kNow);
  REQUIRE(bound);
  CHECK(bound->scope == ScopeValues{{"brand", Value::Text("b")}, {"store", Value::Text("A")}});

  auto access = std::make_shared<AccessDeclaration>();
  access->scope.push_back({{"store", {}}, {"store", {}}, {ScalarType::kInteger, {}}});
  CHECK(ReasonOf(report, {}, caller, kAnything, {access}) == "scope_unavailable");
  caller.scope[1].second = Argument{Argument::Kind::kInteger, false, 4, {}, {}};
  CHECK(ReasonOf(report, {}, caller, kAnything, {access}) == "bound");
  caller.scope[1].second = Argument{};  // a null claim is no scope
  CHECK(ReasonOf(report, {}, caller, kAnything, {access}) == "scope_unavailable");
}

TEST_CASE("a narrowed value is valid but not permitted") {
  CompiledReport report;
  report.parameters = {Spec("state", ScalarType::kString)};
  report.parameters[0].choices = {{std::string("queued"), "queued", ""}, {std::string("sent"), "sent", ""}};
  TypedNarrowing sent_only;
  sent_only.parameter = "state";
  sent_only.values = {std::string("sent")};
  const Permission partner{{{sent_only}}};
  CHECK(ReasonOf(report, {{"state", Text("sent")}}, {}, partner) == "bound");
  CHECK(ReasonOf(report, {{"state", Text("queued")}}, {}, partner) == "not_permitted");
  CHECK(ReasonOf(report, {{"state", Text("all")}}, {}, partner) == "invalid_state");
  // One role that does not narrow is enough.
  const Permission both{{{sent_only}, {}}};
  CHECK(ReasonOf(report, {{"state", Text("queued")}}, {}, both) == "bound");
  CHECK(ReasonOf(report, {{"state", Text("queued")}}, {}, Permission{}) == "not_permitted");
}

}  // namespace querygate
