#include "engine/load/value_schema.h"

#include <utility>

namespace querygate {

namespace {

constexpr std::int64_t kMaxNameLength = 64;
constexpr std::string_view kDurationPattern = "^(0|[1-9][0-9]*)(ms|s|m|h|d)$";
constexpr std::string_view kByteSizePattern = "^[1-9][0-9]*(KiB|MiB|GiB)?$";
constexpr std::string_view kQueryColumnPattern = "^[^.]+\\..+$";

ValueSchema OfType(std::string_view type) {
  ValueSchema schema;
  schema.types = {type};
  return schema;
}

}  // namespace

ValueSchema AnySchema() { return {}; }

ValueSchema TextSchema() {
  ValueSchema schema = OfType("string");
  schema.min_length = 1;
  return schema;
}

ValueSchema NameSchema() {
  ValueSchema schema = OfType("string");
  schema.pattern = kNamePattern;
  schema.max_length = kMaxNameLength;
  return schema;
}

ValueSchema ScalarSchema() {
  ValueSchema schema;
  schema.types = {"string", "number", "boolean"};
  return schema;
}

ValueSchema BooleanSchema() { return OfType("boolean"); }

ValueSchema DurationSchema() {
  ValueSchema schema = OfType("string");
  schema.pattern = kDurationPattern;
  return schema;
}

ValueSchema ByteSizeSchema() {
  ValueSchema text = OfType("string");
  text.pattern = kByteSizePattern;
  return EitherSchema(CountSchema(), std::move(text));
}

ValueSchema IntegerSchema(IntegerRange range) {
  constexpr IntegerRange kWidest;
  ValueSchema schema = OfType("integer");
  if (range.min != kWidest.min) schema.min = range.min;
  if (range.max != kWidest.max) schema.max = range.max;
  return schema;
}

ValueSchema CountSchema() { return IntegerSchema(kPositive); }
ValueSchema LengthSchema() { return IntegerSchema(kNotNegative); }

ValueSchema TextsSchema() {
  ValueSchema schema = ListSchema(TextSchema());
  schema.distinct = true;
  return schema;
}

ValueSchema QueryColumnSchema() {
  ValueSchema schema = OfType("string");
  schema.pattern = kQueryColumnPattern;
  return schema;
}

ValueSchema OnlySchema(std::string_view value) {
  ValueSchema schema = OfType("string");
  schema.values = {std::string(value)};
  return schema;
}

ValueSchema ListSchema(ValueSchema item) {
  ValueSchema schema = OfType("array");
  schema.items.push_back(std::move(item));
  return schema;
}

ValueSchema EitherSchema(ValueSchema one, ValueSchema other) {
  ValueSchema schema;
  schema.any_of.push_back(std::move(one));
  schema.any_of.push_back(std::move(other));
  return schema;
}

ValueSchema NamedSchema(ValueSchema member, std::string_view name_pattern) {
  ValueSchema schema = OfType("object");
  schema.others.push_back(std::move(member));
  schema.other_names = name_pattern;
  return schema;
}

ValueSchema SomeNamedSchema(ValueSchema member, std::string_view name_pattern) {
  ValueSchema schema = NamedSchema(std::move(member), name_pattern);
  schema.min_members = 1;
  return schema;
}

}  // namespace querygate
