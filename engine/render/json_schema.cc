#include "engine/render/json_schema.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/render/schema_bounds.h"
#include "engine/render/type_words.h"
#include "engine/render/typed_text.h"

namespace querygate {

namespace {

constexpr std::string_view kIntegerPattern = "^-?(0|[1-9][0-9]*)$";

// Values with their meanings are told in the description: every reader of a schema shows that.
std::string DescriptionOf(const Documentation& documentation, const std::vector<TypedChoice>& choices) {
  std::string text = DocumentationText(documentation);
  for (const TypedChoice& choice : choices) {
    if (choice.meaning.empty()) continue;
    if (!text.empty()) text += '\n';
    text += choice.spelling + ": " + choice.meaning;
  }
  return text;
}

void AppendSentence(std::string& text, const std::string& sentence) {
  if (sentence.empty()) return;
  if (!text.empty()) text += text.find('\n') == std::string::npos ? ' ' : '\n';
  text += sentence;
}

bool IsSpeltAsText(ScalarType type) {
  return type == ScalarType::kDecimal || type == ScalarType::kDate || type == ScalarType::kTimestamp;
}

bool IsSpeltAsText(const ColumnSpec& column) {
  return column.type == ColumnType::kDecimal || column.type == ColumnType::kDate ||
         column.type == ColumnType::kTimestamp || column.as_decimal_string;
}

void WriteDescription(JsonWriter& writer, const std::string& text) {
  if (!text.empty()) writer.Key("description").String(text);
}

void WriteType(JsonWriter& writer, std::string_view type, bool nullable) {
  writer.Key("type");
  if (!nullable) {
    writer.String(type);
    return;
  }
  writer.BeginArray().String(type).String("null").EndArray();
}

void WriteChoices(JsonWriter& writer, const std::vector<TypedChoice>& choices, bool nullable) {
  if (choices.empty()) return;
  writer.Key("enum").BeginArray();
  for (const TypedChoice& choice : choices) WriteTyped(writer, choice.value);
  if (nullable) writer.Null();
  writer.EndArray();
}

// Only numbers have bounds in JSON Schema; those of strings are told by the description of their type.
void WriteBounds(JsonWriter& writer, const std::optional<TypedValue>& min, const std::optional<TypedValue>& max) {
  const auto is_number = [](const std::optional<TypedValue>& bound) {
    return bound && (std::holds_alternative<std::int64_t>(*bound) || std::holds_alternative<double>(*bound));
  };
  if (is_number(min)) WriteTyped(writer.Key("minimum"), *min);
  if (is_number(max)) WriteTyped(writer.Key("maximum"), *max);
}

void WriteText(JsonWriter& writer, const std::shared_ptr<const Pattern>& pattern,
               std::optional<std::int64_t> min_length, std::optional<std::int64_t> max_length) {
  if (min_length) writer.Key("minLength").Integer(*min_length);
  if (max_length) writer.Key("maxLength").Integer(*max_length);
  // Ours are anchored; JSON Schema's are not.
  if (pattern) writer.Key("pattern").String("^(?:" + pattern->expression() + ")$");
}

void WriteScalar(JsonWriter& writer, const ParameterSpec& parameter) {
  switch (parameter.type) {
    case ScalarType::kString:
      WriteType(writer, "string", false);
      WriteText(writer, parameter.pattern, parameter.min_length, parameter.max_length);
      break;
    case ScalarType::kInteger:
      WriteType(writer, "integer", false);
      WriteBounds(writer, parameter.min, parameter.max);
      break;
    case ScalarType::kDecimal:
      WriteType(writer, "string", false);
      writer.Key("pattern").String(DecimalPattern(parameter.precision, parameter.scale));
      break;
    case ScalarType::kBoolean:
      WriteType(writer, "boolean", false);
      break;
    case ScalarType::kDate:
      WriteType(writer, "string", false);
      writer.Key("format").String("date");
      break;
    case ScalarType::kTimestamp:
      WriteType(writer, "string", false);
      writer.Key("format").String("date-time");
      break;
  }
  WriteChoices(writer, parameter.choices, false);
}

void WriteDefault(JsonWriter& writer, const ParameterSpec& parameter) {
  if (!parameter.default_value || parameter.default_value->relative) return;
  const std::vector<TypedValue>& values = parameter.default_value->values;
  writer.Key("default");
  if (!parameter.list) {
    WriteTyped(writer, values.front());
    return;
  }
  writer.BeginArray();
  for (const TypedValue& value : values) WriteTyped(writer, value);
  writer.EndArray();
}

}  // namespace

void WriteParameterSchema(JsonWriter& writer, const ParameterSpec& parameter) {
  writer.BeginObject();
  std::string description = DescriptionOf(parameter.documentation, parameter.choices);
  if (IsSpeltAsText(parameter.type)) AppendSentence(description, BoundsSentence(parameter.min, parameter.max));
  if (parameter.default_value && parameter.default_value->relative) {
    AppendSentence(description, "Default: " + parameter.default_value->spelling + " (UTC).");
  }
  WriteDescription(writer, description);
  if (parameter.list) {
    WriteType(writer, "array", false);
    writer.Key("minItems").Integer(1);
    writer.Key("maxItems").Integer(parameter.max_items);
    writer.Key("items").BeginObject();
    WriteScalar(writer, parameter);
    writer.EndObject();
  } else {
    WriteScalar(writer, parameter);
  }
  WriteDefault(writer, parameter);
  writer.EndObject();
}

namespace {

void WriteIntegerType(JsonWriter& writer, bool as_decimal_string, const std::optional<TypedValue>& min,
                      const std::optional<TypedValue>& max, bool nullable) {
  if (as_decimal_string) {
    WriteType(writer, "string", nullable);
    writer.Key("pattern").String(kIntegerPattern);
  } else {
    WriteType(writer, "integer", nullable);
    WriteBounds(writer, min, max);
  }
}

void WriteColumnType(JsonWriter& writer, const ColumnSpec& column) {
  const bool nullable = column.nullable;
  switch (column.type) {
    case ColumnType::kInteger:
      WriteIntegerType(writer, column.as_decimal_string, column.min, column.max, nullable);
      break;
    case ColumnType::kText:
      WriteType(writer, "string", nullable);
      WriteText(writer, column.pattern, column.min_length, column.max_length);
      break;
    case ColumnType::kReal:
      WriteType(writer, "number", nullable);
      WriteBounds(writer, column.min, column.max);
      break;
    case ColumnType::kDecimal:
      WriteType(writer, "string", nullable);
      writer.Key("pattern").String(DeliveredDecimalPattern(column.scale));
      break;
    case ColumnType::kBoolean:
      WriteType(writer, "boolean", nullable);
      break;
    case ColumnType::kDate:
      WriteType(writer, "string", nullable);
      writer.Key("format").String("date");
      break;
    case ColumnType::kTimestamp:
      WriteType(writer, "string", nullable);
      writer.Key("format").String("date-time");
      break;
    case ColumnType::kBlob:
      WriteType(writer, "string", nullable);
      writer.Key("contentEncoding").String("base64");
      WriteText(writer, nullptr, Base64Length(column.min_length), Base64Length(column.max_length));
      break;
  }
  // An integer delivered as a string has string members.
  if (!column.as_decimal_string) {
    WriteChoices(writer, column.choices, nullable);
  } else if (!column.choices.empty()) {
    writer.Key("enum").BeginArray();
    for (const TypedChoice& choice : column.choices) writer.String(TypedText(choice.value));
    if (nullable) writer.Null();
    writer.EndArray();
  }
}

void WriteColumn(JsonWriter& writer, const ColumnSpec& column, const Documentation& documentation) {
  writer.BeginObject();
  std::string description = DescriptionOf(documentation, column.choices);
  if (IsSpeltAsText(column)) AppendSentence(description, BoundsSentence(column.min, column.max));
  WriteDescription(writer, description);
  WriteColumnType(writer, column);
  writer.EndObject();
}

void WriteGroupColumn(JsonWriter& writer, const GroupSpec& group, const GroupColumnSpec& column) {
  using Kind = GroupColumnDeclaration::Kind;
  if (column.kind != Kind::kCount && column.kind != Kind::kSum) {
    const ColumnSpec& input = group.inputs[column.input];
    const bool own_words = !DocumentationText(column.documentation).empty();
    WriteColumn(writer, input, own_words ? column.documentation : input.documentation);
    return;
  }
  writer.BeginObject();
  WriteDescription(writer, DocumentationText(column.documentation));
  if (column.kind == Kind::kSum && group.inputs[column.input].type == ColumnType::kDecimal) {
    WriteType(writer, "string", false);
    writer.Key("pattern").String(DeliveredDecimalPattern(group.inputs[column.input].scale));
  } else {
    // Bounds of totals are decimals of scale 0: told as plain integers.
    WriteIntegerType(writer, column.as_decimal_string, std::nullopt, std::nullopt, false);
    if (!column.as_decimal_string && column.min) writer.Key("minimum").Raw(TypedText(*column.min));
    if (!column.as_decimal_string && column.max) writer.Key("maximum").Raw(TypedText(*column.max));
  }
  writer.EndObject();
}

template <typename Columns, typename WriteOne>
void WriteClosedObject(JsonWriter& writer, const Columns& columns, const WriteOne& write_one) {
  writer.BeginObject().Key("type").String("object");
  writer.Key("properties").BeginObject();
  for (const auto& column : columns) {
    writer.Key(column.name);
    write_one(column);
  }
  writer.EndObject();
  writer.Key("required").BeginArray();
  for (const auto& column : columns) writer.String(column.name);
  writer.EndArray();
  writer.Key("additionalProperties").Boolean(false).EndObject();
}

}  // namespace

void WriteParameterSchema(JsonWriter& writer, std::span<const ParameterSpec> parameters) {
  writer.BeginObject();
  writer.Key("$schema").String("https://json-schema.org/draft/2020-12/schema");
  writer.Key("type").String("object");
  writer.Key("properties").BeginObject();
  for (const ParameterSpec& parameter : parameters) {
    if (!parameter.from_scope) WriteParameterSchema(writer.Key(parameter.name), parameter);
  }
  writer.EndObject();
  writer.Key("required").BeginArray();
  for (const ParameterSpec& parameter : parameters) {
    if (!parameter.from_scope && !parameter.optional && !parameter.default_value) writer.String(parameter.name);
  }
  writer.EndArray();
  writer.Key("additionalProperties").Boolean(false).EndObject();
}

void WriteRowSchema(JsonWriter& writer, std::span<const ColumnSpec> columns) {
  WriteClosedObject(writer, columns,
                    [&](const ColumnSpec& column) { WriteColumn(writer, column, column.documentation); });
}

void WriteRowSchema(JsonWriter& writer, const GroupSpec& group) {
  WriteClosedObject(writer, group.columns,
                    [&](const GroupColumnSpec& column) { WriteGroupColumn(writer, group, column); });
}

}  // namespace querygate
