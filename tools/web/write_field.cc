// Form fields as HTML.
#include "tools/web/form_field.h"

namespace querygate::web {

namespace {

std::optional<std::string> Given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

// What a reader of the screen is told with the field, in the order in which it is shown.
std::string Described(const FormField& field, const std::string& id) {
  std::string ids = field.mistakes.empty() ? "" : id + "-mistakes ";
  if (!field.description.empty()) ids += id + "-description ";
  return ids + id + "-accepts";
}

std::optional<std::string> Invalid(const FormField& field) {
  return field.mistakes.empty() ? std::nullopt : std::optional<std::string>("true");
}

void WriteInput(Html& html, const FormField& field, const std::string& id) {
  std::string type = "text";
  if (field.kind == FormField::Kind::kNumber) type = "number";
  if (field.kind == FormField::Kind::kDate) type = "date";
  html.Void("input", {{"type", type},
                      {"id", id},
                      {"name", field.name},
                      {"value", field.value},
                      {"min", Given(field.min)},
                      {"max", Given(field.max)},
                      {"pattern", Given(field.pattern)},
                      {"inputmode", Given(field.input_mode)},
                      {"title", field.pattern.empty() ? std::nullopt : Given(field.accepts)},
                      {"autocomplete", "off"},
                      {"spellcheck", "false"},
                      {"aria-describedby", Described(field, id)},
                      {"aria-invalid", Invalid(field)},
                      Flag("required", field.required)});
}

void WriteSelect(Html& html, const FormField& field, const std::string& id) {
  html.Open("select", {{"id", id},
                       {"name", field.name},
                       {"aria-describedby", Described(field, id)},
                       {"aria-invalid", Invalid(field)},
                       Flag("required", field.required)});
  for (const FieldChoice& choice : field.choices) {
    const std::string label = choice.label + (choice.meaning.empty() ? "" : ": " + choice.meaning);
    html.Element("option", {{"value", choice.value}, Flag("selected", choice.chosen)}, label);
  }
  html.Close();
}

void WriteLines(Html& html, const FormField& field, const std::string& id) {
  html.Open("textarea", {{"id", id},
                         {"name", field.name},
                         {"rows", "4"},
                         {"spellcheck", "false"},
                         {"aria-describedby", Described(field, id)},
                         {"aria-invalid", Invalid(field)},
                         Flag("required", field.required)});
  // The first line feed is not part of the value.
  html.Exact("\n" + field.value).Close();
}

void WriteCheckboxes(Html& html, const FormField& field) {
  html.Open("div", {{"class", "choices"}});
  for (const FieldChoice& choice : field.choices) {
    html.Open("label");
    html.Void("input",
              {{"type", "checkbox"}, {"name", field.name}, {"value", choice.value}, Flag("checked", choice.chosen)});
    html.Open("span").Text(choice.label + (choice.meaning.empty() ? "" : ": " + choice.meaning)).Close().Close();
  }
  html.Close();
}

void WriteWords(Html& html, const FormField& field, const std::string& id) {
  if (!field.mistakes.empty()) {
    html.Open("div", {{"class", "mistake"}, {"id", id + "-mistakes"}});
    for (const std::string& line : field.mistakes) html.Element("p", line);
    html.Close();
  }
  if (!field.description.empty()) {
    html.Element("p", {{"class", "description"}, {"id", id + "-description"}}, field.description);
  }
  html.Element("p", {{"class", "accepts"}, {"id", id + "-accepts"}}, field.accepts);
}

}  // namespace

void WriteField(Html& html, const FormField& field) {
  const std::string id = FieldId(field);
  if (field.kind == FormField::Kind::kCheckboxes) {
    html.Open("fieldset", {{"class", "field"},
                           {"id", id},
                           {"tabindex", field.mistakes.empty() ? std::nullopt : std::optional<std::string>("-1")},
                           {"aria-describedby", Described(field, id)}});
    html.Element("legend", field.label);
    WriteWords(html, field, id);
    WriteCheckboxes(html, field);
    html.Close();
    return;
  }
  html.Open("div", {{"class", "field"}});
  html.Element("label", {{"for", id}}, field.label);
  if (field.kind == FormField::Kind::kSelect) {
    WriteSelect(html, field, id);
  } else if (field.kind == FormField::Kind::kLines) {
    WriteLines(html, field, id);
  } else {
    WriteInput(html, field, id);
  }
  WriteWords(html, field, id);
  html.Close();
}

}  // namespace querygate::web
