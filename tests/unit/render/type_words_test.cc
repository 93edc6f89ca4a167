#include "engine/render/type_words.h"

#include <limits>

#include <catch2/catch.hpp>

#include "engine/render/typed_text.h"

namespace querygate {
namespace {

ParameterSpec Parameter(ScalarType type) {
  ParameterSpec spec;
  spec.name = "p";
  spec.type = type;
  return spec;
}

TEST_CASE("what a parameter accepts is told from its declaration") {
  ParameterSpec choice = Parameter(ScalarType::kString);
  choice.choices = {{std::string("queued"), "queued", "waiting"}, {std::string("sent"), "sent", ""}};
  CHECK(AcceptedValues(choice) == "one of queued, sent");
  choice.list = true;
  choice.max_items = 3;
  CHECK(AcceptedValues(choice) == "1 to 3 values, each one of queued, sent");

  ParameterSpec text = Parameter(ScalarType::kString);
  CHECK(AcceptedValues(text) == "text");
  text.max_length = 80;
  CHECK(AcceptedValues(text) == "text of at most 80 characters");
  text.min_length = 1;
  CHECK(AcceptedValues(text) == "text of 1 to 80 characters");
  text.min_length = 80;
  CHECK(AcceptedValues(text) == "text of 80 characters");

  ParameterSpec integer = Parameter(ScalarType::kInteger);
  integer.min = std::int64_t{1};
  integer.max = std::numeric_limits<std::int64_t>::max();
  CHECK(AcceptedValues(integer) == "integer from 1");
  integer.max = std::int64_t{20};
  CHECK(AcceptedValues(integer) == "integer from 1 to 20");

  ParameterSpec decimal = Parameter(ScalarType::kDecimal);
  decimal.scale = 2;
  CHECK(AcceptedValues(decimal) == "decimal with at most 2 digits after the point");
  CHECK(AcceptedValues(Parameter(ScalarType::kDate)) == "date (YYYY-MM-DD)");
}

TEST_CASE("what a column delivers is told from its declaration") {
  ColumnSpec column;
  column.type = ColumnType::kInteger;
  column.min = std::int64_t{0};
  CHECK(DeliveredType(column) == "integer from 0");
  column.as_decimal_string = true;
  column.nullable = true;
  CHECK(DeliveredType(column) == "integer as decimal string from 0, or null");

  GroupSpec group;
  group.inputs = {column};
  GroupColumnSpec sum;
  sum.kind = GroupColumnDeclaration::Kind::kSum;
  sum.as_decimal_string = true;
  CHECK(DeliveredType(group, sum) == "integer as decimal string, exact total");
  GroupColumnSpec count;
  count.kind = GroupColumnDeclaration::Kind::kCount;
  CHECK(DeliveredType(group, count) == "integer, exact count");
  GroupColumnSpec from;
  CHECK(DeliveredType(group, from) == DeliveredType(column));
}

TEST_CASE("values are spelt as a caller would write them and as the database will read them") {
  CHECK(TypedText(std::monostate{}) == "null");
  CHECK(TypedText(true) == "true");
  CHECK(TypedText(Decimal{1250, 2}) == "12.50");
  CHECK(TypedText(Date{0}) == "1970-01-01");
  CHECK(TypedText(Instant{0, 0}) == "1970-01-01T00:00:00Z");
  CHECK(TypedText(Bytes{"abc"}) == "blob of 3 bytes");
  CHECK(StoredText(Value::Null()) == "NULL");
  CHECK(StoredText(Value::Text("it's")) == "'it''s'");
  CHECK(StoredText(Value::Real(5)) == "5.0");
}

}  // namespace
}  // namespace querygate
