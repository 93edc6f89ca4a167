#include "tools/server/api/call_options.h"

#include <algorithm>
#include <array>

#include "engine/render/result_format.h"
#include "tools/server/api/media_type.h"

namespace querygate::server::api {

namespace {

// The first is what a client gets that does not say.
struct FormRow {
  std::string_view format;  // a row of the table of result formats
  std::string_view media_type;
  std::string_view parameters;
};

constexpr auto kForms = std::to_array<FormRow>({
    {"json", "application/json", ""},
    {"jsonl", "application/x-ndjson", ""},
    {"jsonl", "application/jsonl", ""},
    {"csv", "text/csv", "; charset=utf-8; header=present"},
});

bool IsOption(std::string_view name) { return name == "$format" || name == "$part" || name == "$allow_partial"; }

// The one value of an option, if it was given. Null on a second one.
struct Option {
  std::optional<std::string> value;
  bool repeated = false;
};

Option Find(const RequestTarget& target, std::string_view name) {
  Option option;
  for (const auto& [key, value] : target.query) {
    if (key != name) continue;
    option.repeated = option.repeated || option.value.has_value();
    option.value = value;
  }
  return option;
}

Unexpected<HttpResponse> Refuse(int status, std::string_view reason) {
  return Unexpected(RejectedResponse(status, reason));
}

}  // namespace

Expected<AnswerForm, HttpResponse> ReadForm(const HttpRequest& request, const RequestTarget& target) {
  const Option format = Find(target, "$format");
  const Option part = Find(target, "$part");
  const Option partial = Find(target, "$allow_partial");
  if (format.repeated || part.repeated || partial.repeated) return Refuse(422, "invalid_arguments");
  if (partial.value && *partial.value != "true" && *partial.value != "false") return Refuse(422, "invalid_arguments");

  const FormRow* form = nullptr;
  if (format.value) {
    const auto* const found =
        std::find_if(kForms.begin(), kForms.end(), [&](const FormRow& row) { return row.format == *format.value; });
    if (found != kForms.end()) form = found;
  } else {
    std::array<std::string_view, kForms.size()> offered{};
    std::transform(kForms.begin(), kForms.end(), offered.begin(), [](const FormRow& row) { return row.media_type; });
    if (const auto index = Negotiate(request.Header("accept"), offered)) form = &kForms[*index];
  }
  if (form == nullptr) return Refuse(406, "not_acceptable");

  AnswerForm answer;
  answer.presentation.format = FindResultFormat(form->format);
  answer.content_type = std::string(form->media_type) + std::string(form->parameters);
  const bool rows_only = answer.presentation.format != nullptr && answer.presentation.format->rows_only;
  if (!rows_only && (part.value || partial.value)) return Refuse(422, "invalid_arguments");
  answer.presentation.options.part = part.value;
  answer.presentation.options.allow_partial = partial.value == "true";
  return answer;
}

Arguments ReadQueryArguments(const RequestTarget& target) {
  Arguments arguments;
  for (const auto& [name, value] : target.query) {
    if (IsOption(name)) continue;
    Argument word;
    word.kind = Argument::Kind::kWord;
    word.text = value;
    const auto same = std::find_if(arguments.begin(), arguments.end(),
                                   [&name = name](const auto& argument) { return argument.first == name; });
    if (same == arguments.end()) {
      arguments.emplace_back(name, std::move(word));
      continue;
    }
    Argument& gathered = same->second;
    if (gathered.kind != Argument::Kind::kArray) {
      Argument list;
      list.kind = Argument::Kind::kArray;
      list.items.push_back(std::move(gathered));
      gathered = std::move(list);
    }
    gathered.items.push_back(std::move(word));
  }
  return arguments;
}

}  // namespace querygate::server::api
