#include "tools/web/form_field.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/typed_value.h"
#include "engine/render/schema_bounds.h"
#include "engine/render/type_words.h"
#include "engine/render/typed_text.h"

namespace querygate::web {

namespace {

// Beyond, browsers compare and step numbers inexactly.
constexpr std::int64_t kWidestNumber = (std::int64_t{1} << 53) - 1;

bool WithinNumbers(const std::optional<TypedValue>& bound) {
  const auto* integer = bound ? std::get_if<std::int64_t>(&*bound) : nullptr;
  return integer != nullptr && *integer >= -kWidestNumber && *integer <= kWidestNumber;
}

bool HasEmptyChoice(const ParameterSpec& parameter) {
  return std::any_of(parameter.choices.begin(), parameter.choices.end(),
                     [](const TypedChoice& choice) { return TypedText(choice.value).empty(); });
}

bool MayBeLeftOut(const ParameterSpec& parameter) { return parameter.optional || parameter.default_value.has_value(); }

// A blank text that the declaration asks for is a value; any other blank field was left alone.
bool IsBlankAValue(const ParameterSpec& parameter) {
  if (parameter.type != ScalarType::kString) return false;
  return HasEmptyChoice(parameter) || (!MayBeLeftOut(parameter) && parameter.choices.empty());
}

std::string Presence(const ParameterSpec& parameter) {
  if (parameter.default_value) return "else " + parameter.default_value->spelling;
  return parameter.optional ? "may be left out" : "required";
}

std::string Accepts(const ParameterSpec& parameter) {
  std::string words = AcceptedValues(parameter);
  // The choices themselves are in the field.
  if (!parameter.choices.empty()) {
    words = parameter.list ? "1 to " + std::to_string(parameter.max_items) + " of these" : "one of these";
  }
  if (!parameter.documentation.unit.empty()) words += " (" + parameter.documentation.unit + ")";
  return words + ", " + Presence(parameter);
}

// HTML anchors by itself and reads code points, as the declaration does.
std::string TextPattern(const ParameterSpec& parameter) {
  std::string lengths;
  if (parameter.min_length || parameter.max_length) {
    lengths = "[^]{" + std::to_string(parameter.min_length.value_or(0)) + "," +
              (parameter.max_length ? std::to_string(*parameter.max_length) : std::string()) + "}";
  }
  if (!parameter.pattern) return lengths;
  const std::string pattern = "(?:" + parameter.pattern->expression() + ")";
  return lengths.empty() ? pattern : "(?=" + lengths + "$)" + pattern;
}

void SetText(const ParameterSpec& parameter, FormField& field) {
  switch (parameter.type) {
    case ScalarType::kInteger:
      if (WithinNumbers(parameter.min) && WithinNumbers(parameter.max)) {
        field.kind = FormField::Kind::kNumber;
        field.min = TypedText(*parameter.min);
        field.max = TypedText(*parameter.max);
      } else {
        field.pattern = "-?(0|[1-9][0-9]*)";
        field.input_mode = "numeric";
      }
      break;
    case ScalarType::kDecimal:
      field.pattern = DecimalPattern(parameter.precision, parameter.scale);
      field.input_mode = "decimal";
      break;
    case ScalarType::kDate:
      field.kind = FormField::Kind::kDate;
      if (parameter.min) field.min = TypedText(*parameter.min);
      if (parameter.max) field.max = TypedText(*parameter.max);
      break;
    case ScalarType::kString:
      field.pattern = TextPattern(parameter);
      break;
    case ScalarType::kTimestamp:
    case ScalarType::kBoolean:
      break;
  }
}

std::vector<std::string> DefaultTexts(const ParameterSpec& parameter) {
  std::vector<std::string> texts;
  if (!parameter.default_value || parameter.default_value->relative) return texts;
  for (const TypedValue& value : parameter.default_value->values) texts.push_back(TypedText(value));
  return texts;
}

void SetChoices(const ParameterSpec& parameter, const std::vector<std::string>& chosen, FormField& field) {
  const auto is_chosen = [&chosen](const std::string& value) {
    return std::find(chosen.begin(), chosen.end(), value) != chosen.end();
  };
  const bool blank = !parameter.list && !HasEmptyChoice(parameter);
  if (blank) {
    const std::string label = MayBeLeftOut(parameter) ? "(" + Presence(parameter) + ")" : "(choose)";
    field.choices.push_back({"", label, {}, chosen.empty()});
  }
  if (parameter.choices.empty()) {
    for (const char* value : {"true", "false"}) field.choices.push_back({value, value, {}, is_chosen(value)});
    return;
  }
  for (const TypedChoice& choice : parameter.choices) {
    const std::string value = TypedText(choice.value);
    field.choices.push_back({value, value, choice.meaning, is_chosen(value)});
  }
  // A value that is none of them stays in sight beside what is said about it.
  for (const std::string& value : chosen) {
    const bool known = std::any_of(field.choices.begin(), field.choices.end(),
                                   [&value](const FieldChoice& choice) { return choice.value == value; });
    if (!known) field.choices.push_back({value, value, "not one of these", true});
  }
}

}  // namespace

std::vector<std::string> ReadField(const ParameterSpec& parameter, const std::vector<std::string>& sent) {
  std::vector<std::string> values;
  for (const std::string& text : sent) {
    if (!parameter.list || !parameter.choices.empty()) {
      if (!text.empty() || IsBlankAValue(parameter)) values.push_back(text);
      continue;
    }
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string line = text.substr(begin, end - begin);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty()) values.push_back(std::move(line));
      begin = end + 1;
    }
  }
  return values;
}

FormField MakeField(const ParameterSpec& parameter, const std::vector<std::string>& sent, bool fresh) {
  FormField field;
  field.name = parameter.name;
  field.label = parameter.documentation.title.empty() ? parameter.name : parameter.documentation.title;
  field.description = parameter.documentation.description;
  field.accepts = Accepts(parameter);
  field.required = !MayBeLeftOut(parameter);
  const std::vector<std::string> values = fresh ? DefaultTexts(parameter) : ReadField(parameter, sent);
  if (!parameter.choices.empty() || (parameter.type == ScalarType::kBoolean && !parameter.list)) {
    field.kind = parameter.list ? FormField::Kind::kCheckboxes : FormField::Kind::kSelect;
    SetChoices(parameter, values, field);
    return field;
  }
  for (const std::string& value : values) field.value += (field.value.empty() ? "" : "\n") + value;
  if (parameter.list) {
    field.kind = FormField::Kind::kLines;
    field.accepts += "; one a line";
  } else {
    SetText(parameter, field);
    // A browser would demand text where the declaration takes an empty one.
    field.required = field.required && !(parameter.type == ScalarType::kString &&
                                         parameter.min_length.value_or(0) == 0 && !parameter.pattern);
  }
  return field;
}

std::string FieldId(const FormField& field) { return "field-" + field.name; }

}  // namespace querygate::web
