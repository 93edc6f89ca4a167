#include "engine/review/draft/test_values.h"

#include <catch2/catch.hpp>

#include "engine/base/source_text.h"

namespace querygate::draft {
namespace {

using Use = ParameterFacts::Use;

ParameterSpec Spec(ScalarType type) {
  ParameterSpec spec;
  spec.name = "p";
  spec.type = type;
  return spec;
}

ParameterFacts Facts(Use use) {
  ParameterFacts facts;
  facts.name = "p";
  facts.use = use;
  return facts;
}

SchemaSurvey Schema() {
  SchemaSurvey schema;
  schema.tables.push_back(
      {"t", false, false, {{"id", "INTEGER", true}, {"name", "NVARCHAR(4)", false}, {"must", "TEXT", true}}});
  schema.tables.push_back({"other", false, false, {{"id", "INTEGER", true}}});
  return schema;
}

CompiledReport Report() {
  CompiledReport report;
  report.allowlist.AllowTable("t", {});
  report.allowlist.AllowColumn("t", "id", {});
  report.allowlist.AllowColumn("t", "name", {});
  report.parameters.push_back(Spec(ScalarType::kString));
  return report;
}

}  // namespace

TEST_CASE("arguments lie in the parameter's own domain, bounds on either side of the rows") {
  const ParameterFacts from = Facts(Use::kFrom);
  const ParameterFacts to = Facts(Use::kTo);
  CHECK(ArgumentFor(Spec(ScalarType::kInteger), &from)->integer == 0);
  CHECK(ArgumentFor(Spec(ScalarType::kInteger), &to)->integer == 1'000'000);
  CHECK(ArgumentFor(Spec(ScalarType::kDate), &from)->text < ArgumentFor(Spec(ScalarType::kDate), nullptr)->text);
  CHECK(ArgumentFor(Spec(ScalarType::kDate), nullptr)->text < ArgumentFor(Spec(ScalarType::kDate), &to)->text);

  ParameterSpec bounded = Spec(ScalarType::kInteger);
  bounded.min = TypedValue(std::int64_t{5});
  bounded.max = TypedValue(std::int64_t{7});
  CHECK(ArgumentFor(bounded, nullptr)->integer == 5);
  CHECK(ArgumentFor(bounded, &to)->integer == 7);

  ParameterSpec choice = Spec(ScalarType::kString);
  choice.choices.push_back({TypedValue(std::string("queued")), "queued", ""});
  CHECK(ArgumentFor(choice, nullptr)->text == "queued");

  ParameterSpec list = Spec(ScalarType::kString);
  list.list = true;
  CHECK(ArgumentFor(list, nullptr)->items.size() == 1);

  ParameterSpec strange = Spec(ScalarType::kString);
  strange.min_length = 90;
  CHECK_FALSE(ArgumentFor(strange, nullptr).has_value());
}

TEST_CASE("rows hold what is read or must be there, and what the conditions ask for") {
  StatementSurvey statement;
  ParameterFacts equal = Facts(Use::kEqual);
  equal.compared.origin = ColumnOrigin{"t", "name"};
  statement.parameters.push_back(equal);
  statement.literals.push_back({{"t", "id"}, Use::kFrom, "41"});
  BoundParameter bound;
  bound.stored = {Value::Text("a")};

  const CompiledReport report = Report();
  const FixedValues fixed = FixedBy(report, statement, {bound});
  const auto rows = InventRows(report, Schema(), fixed, {2, 1});
  REQUIRE(rows.size() == 2);  // none for a table that the report does not read
  REQUIRE(rows[0].columns.size() == 3);
  CHECK(rows[0].columns[0] == std::pair<std::string, Value>("id", Value::Integer(42)));
  CHECK(rows[0].columns[1] == std::pair<std::string, Value>("name", Value::Text("a")));
  CHECK(rows[1].columns[2] == std::pair<std::string, Value>("must", Value::Text("must 2")));
}

TEST_CASE("without conditions rows differ, and texts keep their declared length") {
  const auto rows = InventRows(Report(), Schema(), {}, {2, 1000});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].columns[0].second == Value::Integer(1000));
  CHECK(rows[1].columns[0].second == Value::Integer(1001));
  CHECK(rows[1].columns[1].second == Value::Text("2"));
}

TEST_CASE("a literal that must be NULL is, and scope columns hold the caller's scope") {
  StatementSurvey statement;
  statement.literals.push_back({{"t", "name"}, Use::kEqual, ""});
  CompiledReport report = Report();
  report.row_scope.push_back({"t", {{"must", "store"}}});
  const auto rows = InventRows(report, Schema(), FixedBy(report, statement, {BoundParameter{}}), {1, 1});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].columns[1].second == Value::Null());
  CHECK(rows[0].columns[2].second == Value::Text("store"));
}

}  // namespace querygate::draft
