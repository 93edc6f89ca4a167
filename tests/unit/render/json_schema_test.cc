#include "engine/render/json_schema.h"

#include <catch2/catch.hpp>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"

namespace querygate {
namespace {

std::string ParameterSchema(std::vector<ParameterSpec> parameters) {
  JsonWriter writer;
  WriteParameterSchema(writer, parameters);
  return writer.text();
}

ParameterSpec Parameter(std::string name, ScalarType type) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.type = type;
  return spec;
}

TEST_CASE("a caller's schema is closed and has no word of what the host supplies") {
  ParameterSpec state = Parameter("state", ScalarType::kString);
  state.documentation.description = "Parcel state.";
  state.choices = {{std::string("queued"), "queued", "waiting"}, {std::string("sent"), "sent", ""}};
  ParameterSpec limit = Parameter("limit", ScalarType::kInteger);
  limit.min = std::int64_t{1};
  limit.max = std::int64_t{20};
  limit.default_value = ParameterDefault{std::nullopt, {std::int64_t{10}}, "10"};
  ParameterSpec store = Parameter("store", ScalarType::kString);
  store.from_scope = true;
  CHECK(ParameterSchema({state, limit, store}) ==
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{)"
        R"("state":{"description":"Parcel state.\nqueued: waiting","type":"string","enum":["queued","sent"]},)"
        R"("limit":{"type":"integer","minimum":1,"maximum":20,"default":10}},)"
        R"("required":["state"],"additionalProperties":false})");
}

TEST_CASE("lists, optional values and relative defaults") {
  ParameterSpec tags = Parameter("tags", ScalarType::kInteger);
  tags.list = true;
  tags.max_items = 3;
  tags.optional = true;
  ParameterSpec until = Parameter("until", ScalarType::kDate);
  until.default_value = ParameterDefault{RelativeTime{true, -1}, {}, "today-1d"};
  CHECK_THAT(ParameterSchema({tags, until}),
             Catch::Contains(R"("tags":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"integer"}},)"
                             R"("until":{"description":"Default: today-1d (UTC).","type":"string","format":"date"}},)"
                             R"("required":[])"));
}

TEST_CASE("a row's schema follows the delivered type, not the stored one") {
  ColumnSpec wide;
  wide.name = "units";
  wide.type = ColumnType::kInteger;
  wide.min = std::int64_t{0};
  wide.as_decimal_string = true;
  ColumnSpec share;
  share.name = "share";
  share.type = ColumnType::kReal;
  share.min = 0.0;
  share.nullable = true;
  const std::vector<ColumnSpec> columns{wide, share};
  JsonWriter writer;
  WriteRowSchema(writer, columns);
  CHECK(
      writer.text() ==
      R"({"type":"object","properties":{"units":{"description":"From 0.","type":"string","pattern":"^-?(0|[1-9][0-9]*)$"},)"
      R"("share":{"type":["number","null"],"minimum":0.0}},"required":["units","share"],"additionalProperties":false})");
}

TEST_CASE("bounds of what is spelt as text are told in words, and digits by a pattern") {
  ParameterSpec price = Parameter("price", ScalarType::kDecimal);
  price.documentation.description = "Price.";
  price.precision = 6;
  price.scale = 2;
  price.min = Decimal{50, 2};
  price.max = Decimal{9950, 2};
  ParameterSpec share = Parameter("share", ScalarType::kDecimal);
  share.precision = 3;
  share.scale = 3;
  ParameterSpec count = Parameter("count", ScalarType::kDecimal);
  count.precision = 2;
  ParameterSpec day = Parameter("day", ScalarType::kDate);
  day.max = *ParseDate("2026-12-31");
  CHECK_THAT(ParameterSchema({price, share, count, day}),
             Catch::Contains(R"("price":{"description":"Price. From 0.50 to 99.50.","type":"string",)"
                             R"("pattern":"^-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,2})?$"},)"
                             R"("share":{"type":"string","pattern":"^-?(0)(\\.[0-9]{1,3})?$"},)"
                             R"("count":{"type":"string","pattern":"^-?(0|[1-9][0-9]{0,1})$"},)"
                             R"("day":{"description":"Up to 2026-12-31.","type":"string","format":"date"})"));
}

TEST_CASE("blobs are as long as their base64, and delivered decimals have all their digits") {
  ColumnSpec image;
  image.name = "image";
  image.type = ColumnType::kBlob;
  image.min_length = 1;
  image.max_length = 7;
  ColumnSpec price;
  price.name = "price";
  price.type = ColumnType::kDecimal;
  price.scale = 2;
  const std::vector<ColumnSpec> columns{image, price};
  JsonWriter writer;
  WriteRowSchema(writer, columns);
  CHECK_THAT(writer.text(),
             Catch::Contains(R"("image":{"type":"string","contentEncoding":"base64","minLength":4,"maxLength":12},)"
                             R"("price":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)\\.[0-9]{2}$"})"));
}

TEST_CASE("totals are integers, or strings where their range is wider than a JSON number") {
  GroupSpec group;
  ColumnSpec units;
  units.name = "units";
  units.type = ColumnType::kInteger;
  group.inputs = {units};
  GroupColumnSpec count;
  count.name = "parcels";
  count.kind = GroupColumnDeclaration::Kind::kCount;
  count.max = Decimal{20, 0};
  GroupColumnSpec sum;
  sum.name = "units_decimal";
  sum.kind = GroupColumnDeclaration::Kind::kSum;
  sum.as_decimal_string = true;
  group.columns = {count, sum};
  JsonWriter writer;
  WriteRowSchema(writer, group);
  CHECK_THAT(writer.text(), Catch::Contains(R"("parcels":{"type":"integer","maximum":20})"));
  CHECK_THAT(writer.text(), Catch::Contains(R"("units_decimal":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)$"})"));
}

}  // namespace
}  // namespace querygate
