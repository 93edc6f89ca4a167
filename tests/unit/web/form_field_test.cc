// Parameters as fields: which kind, which bounds, what is read back.
#include "tools/web/form_field.h"

#include <catch2/catch.hpp>

#include "tests/unit/web/hostile_texts.h"

namespace querygate::web::testing {
namespace {

using Kind = FormField::Kind;
using Texts = std::vector<std::string>;

ParameterSpec Parameter(ScalarType type) {
  ParameterSpec parameter;
  parameter.name = "chosen";
  parameter.type = type;
  return parameter;
}

ParameterSpec Integer(std::int64_t min, std::int64_t max) {
  ParameterSpec parameter = Parameter(ScalarType::kInteger);
  parameter.min = TypedValue(min);
  parameter.max = TypedValue(max);
  return parameter;
}

ParameterSpec Choice() {
  ParameterSpec parameter = Parameter(ScalarType::kString);
  parameter.choices = {{TypedValue(std::string("queued")), "queued", "waiting"},
                       {TypedValue(std::string("sent")), "sent", ""}};
  return parameter;
}

std::string Written(const FormField& field) {
  Html html;
  WriteField(html, field);
  return html.text();
}

TEST_CASE("each type has its field") {
  constexpr std::int64_t kWidest = (std::int64_t{1} << 53) - 1;
  CHECK(MakeField(Integer(1, 20), {}, true).kind == Kind::kNumber);
  CHECK(MakeField(Integer(-kWidest, kWidest), {}, true).kind == Kind::kNumber);
  // A browser would step and compare these through doubles.
  CHECK(MakeField(Integer(0, kWidest + 1), {}, true).kind == Kind::kText);
  CHECK(MakeField(Integer(-kWidest - 1, 0), {}, true).kind == Kind::kText);
  CHECK(MakeField(Parameter(ScalarType::kDate), {}, true).kind == Kind::kDate);
  CHECK(MakeField(Parameter(ScalarType::kTimestamp), {}, true).kind == Kind::kText);
  CHECK(MakeField(Parameter(ScalarType::kBoolean), {}, true).kind == Kind::kSelect);
  CHECK(MakeField(Choice(), {}, true).kind == Kind::kSelect);
  ParameterSpec list = Choice();
  list.list = true;
  list.max_items = 2;
  CHECK(MakeField(list, {}, true).kind == Kind::kCheckboxes);
  list.choices.clear();
  CHECK(MakeField(list, {}, true).kind == Kind::kLines);
}

TEST_CASE("bounds and presence are told by the field and in words") {
  ParameterSpec limit = Integer(1, 20);
  limit.default_value = ParameterDefault{std::nullopt, {TypedValue(std::int64_t{10})}, "10"};
  const FormField field = MakeField(limit, {}, true);
  CHECK(field.value == "10");
  CHECK_FALSE(field.required);
  CHECK(field.accepts == "integer from 1 to 20, else 10");
  CHECK_THAT(Written(field), Catch::Contains(R"(type="number")") && Catch::Contains(R"(min="1")") &&
                                 Catch::Contains(R"(max="20")") && !Catch::Contains("required"));
  CHECK(MakeField(Choice(), {}, true).accepts == "one of these, required");
  CHECK_THAT(Written(MakeField(Choice(), {}, true)), Catch::Contains("queued: waiting") && Catch::Contains("required"));
  ParameterSpec text = Parameter(ScalarType::kString);
  CHECK_FALSE(MakeField(text, {}, true).required);  // an empty text is a value
  text.min_length = 1;
  text.max_length = 80;
  CHECK(MakeField(text, {}, true).required);
  CHECK(MakeField(text, {}, true).pattern == "[^]{1,80}");
}

TEST_CASE("blank fields were left alone, unless the declaration takes an empty text") {
  CHECK(ReadField(Integer(1, 20), {""}).empty());
  CHECK(ReadField(Choice(), {""}).empty());
  CHECK(ReadField(Parameter(ScalarType::kString), {""}) == Texts{""});
  ParameterSpec optional = Parameter(ScalarType::kString);
  optional.optional = true;
  CHECK(ReadField(optional, {""}).empty());
  ParameterSpec with_empty = Choice();
  with_empty.optional = true;
  with_empty.choices.push_back({TypedValue(std::string()), "", ""});
  CHECK(ReadField(with_empty, {""}) == Texts{""});
  CHECK(ReadField(Integer(1, 20), {"5", "6"}) == Texts{"5", "6"});
}

TEST_CASE("a list's lines are its items") {
  ParameterSpec list = Parameter(ScalarType::kString);
  list.list = true;
  CHECK(ReadField(list, {"a\r\nb\n\n c "}) == Texts{"a", "b", " c "});
  CHECK(ReadField(list, {"a", "b"}) == Texts{"a", "b"});
  CHECK(ReadField(list, {"\r\n"}).empty());
  CHECK(MakeField(list, {"a\r\nb"}, false).value == "a\nb");
}

TEST_CASE("what was sent stays in the field, whatever it is") {
  for (const char* hostile : kHostileTexts) {
    CAPTURE(hostile);
    for (FormField field : {MakeField(Parameter(ScalarType::kString), {hostile}, false),
                            MakeField(Choice(), {hostile}, false), MakeField(Integer(1, 2), {hostile}, false)}) {
      field.label = field.description = hostile;
      field.mistakes = {hostile};
      const std::string html = Written(field);
      CHECK_THAT(html, !Catch::Contains("<script") && !Catch::Contains("<img") && !Catch::Contains("<b>") &&
                           !Catch::Contains("' on") && !Catch::Contains("<!--"));
      CHECK_THAT(html, Catch::Contains(R"(aria-invalid="true")") &&
                           Catch::Contains("field-chosen-mistakes field-chosen-description field-chosen-accepts"));
    }
  }
}

}  // namespace
}  // namespace querygate::web::testing
