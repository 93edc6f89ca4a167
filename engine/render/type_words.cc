#include "engine/render/type_words.h"

#include <limits>
#include <optional>

#include "engine/render/typed_text.h"

namespace querygate {

namespace {

std::string JoinChoices(const std::vector<TypedChoice>& choices) {
  std::string text;
  for (const TypedChoice& choice : choices) {
    if (!text.empty()) text += ", ";
    text += choice.spelling;
  }
  return text;
}

// The widest ranges there are (64 bits, whole JSON numbers) are what a left-out bound means: not worth a word.
bool SaysSomething(const std::optional<TypedValue>& bound) {
  static constexpr std::int64_t kWidestNumber = (std::int64_t{1} << 53) - 1;
  if (!bound) return false;
  std::optional<Int128> whole;
  if (const auto* integer = std::get_if<std::int64_t>(&*bound)) whole = *integer;
  if (const auto* decimal = std::get_if<Decimal>(&*bound); decimal != nullptr && decimal->scale == 0) {
    whole = decimal->coefficient;
  }
  using Limits = std::numeric_limits<std::int64_t>;
  return !whole ||
         (*whole > Limits::min() && *whole < Limits::max() && *whole != -kWidestNumber && *whole != kWidestNumber);
}

std::string Lengths(std::optional<std::int64_t> min, std::optional<std::int64_t> max, std::string_view unit) {
  if (!min && !max) return {};
  std::string text = " of ";
  if (min && max) {
    text += *min == *max ? std::to_string(*min) : std::to_string(*min) + " to " + std::to_string(*max);
  } else {
    text += min ? "at least " + std::to_string(*min) : "at most " + std::to_string(*max);
  }
  return text + ' ' + std::string(unit);
}

}  // namespace

std::string BoundsWords(const std::optional<TypedValue>& min, const std::optional<TypedValue>& max) {
  std::string text;
  if (SaysSomething(min)) text += " from " + TypedText(*min);
  if (SaysSomething(max)) text += " to " + TypedText(*max);
  return text;
}

std::string AcceptedValues(const ParameterSpec& parameter) {
  std::string text;
  if (!parameter.choices.empty()) {
    text = "one of " + JoinChoices(parameter.choices);
  } else {
    text = parameter.type == ScalarType::kString ? "text" : std::string(NameOf(parameter.type));
    if (parameter.type == ScalarType::kDecimal) {
      text += " with at most " + std::to_string(parameter.scale) + " digits after the point";
    }
    if (parameter.type == ScalarType::kDate) text += " (YYYY-MM-DD)";
    if (parameter.type == ScalarType::kTimestamp) text += " (RFC 3339 with an offset)";
    text += Lengths(parameter.min_length, parameter.max_length, "characters");
    text += BoundsWords(parameter.min, parameter.max);
    if (parameter.pattern) text += " matching " + parameter.pattern->expression();
  }
  if (parameter.list) text = "1 to " + std::to_string(parameter.max_items) + " values, each " + text;
  return text;
}

std::string DeliveredType(const ColumnSpec& column) {
  std::string text;
  if (!column.choices.empty()) {
    text = "one of " + JoinChoices(column.choices);
  } else if (column.type == ColumnType::kInteger) {
    text = column.as_decimal_string ? "integer as decimal string" : "integer";
    text += BoundsWords(column.min, column.max);
  } else {
    text = NameOf(column.type);
    if (column.type == ColumnType::kDecimal)
      text += " string with " + std::to_string(column.scale) + " digits after the point";
    if (column.type == ColumnType::kBlob) text += " (base64)";
    text += Lengths(column.min_length, column.max_length, column.type == ColumnType::kBlob ? "bytes" : "characters");
    text += BoundsWords(column.min, column.max);
    if (column.pattern) text += " matching " + column.pattern->expression();
  }
  if (column.nullable) text += ", or null";
  return text;
}

std::string DeliveredType(const GroupSpec& group, const GroupColumnSpec& column) {
  using Kind = GroupColumnDeclaration::Kind;
  if (column.kind == Kind::kFrom) return DeliveredType(group.inputs[column.input]);
  if (column.kind == Kind::kMin || column.kind == Kind::kMax) {
    return (column.kind == Kind::kMin ? "smallest " : "largest ") + DeliveredType(group.inputs[column.input]);
  }
  const bool decimal = column.kind == Kind::kSum && group.inputs[column.input].type == ColumnType::kDecimal;
  std::string text = decimal ? "decimal string" : column.as_decimal_string ? "integer as decimal string" : "integer";
  text += BoundsWords(column.min, column.max);
  return text + (column.kind == Kind::kSum ? ", exact total" : ", exact count");
}

std::string DocumentationText(const Documentation& documentation) {
  std::string text = documentation.title;
  if (!documentation.description.empty()) text += (text.empty() ? "" : ". ") + documentation.description;
  if (!documentation.unit.empty()) {
    text += text.empty() ? "Unit: " + documentation.unit : " Unit: " + documentation.unit;
    text += '.';
  }
  return text;
}

}  // namespace querygate
