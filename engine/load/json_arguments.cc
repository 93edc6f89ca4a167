#include "engine/load/json_arguments.h"

#include <charconv>
#include <utility>

#include "engine/load/arguments.h"

namespace querygate {

namespace {

// An integer is what is spelt like one and fits 64 bits. `-0` is not how an integer is spelt.
Argument ToNumber(std::string spelling) {
  Argument argument;
  const char* end = spelling.data() + spelling.size();
  const auto [stop, error] = std::from_chars(spelling.data(), end, argument.integer);
  if (error == std::errc{} && stop == end && spelling != "-0") {
    argument.kind = Argument::Kind::kInteger;
    return argument;
  }
  argument.kind = Argument::Kind::kNumber;
  argument.integer = 0;
  argument.text = std::move(spelling);
  return argument;
}

}  // namespace

Argument ToArgument(JsonValue value) {
  Argument argument;
  switch (value.kind) {
    case JsonValue::Kind::kNull:
      break;
    case JsonValue::Kind::kBoolean:
      argument.kind = Argument::Kind::kBoolean;
      argument.boolean = value.boolean;
      break;
    case JsonValue::Kind::kNumber:
      return ToNumber(std::move(value.text));
    case JsonValue::Kind::kString:
      argument.kind = Argument::Kind::kString;
      argument.text = std::move(value.text);
      break;
    case JsonValue::Kind::kArray:
      argument.kind = Argument::Kind::kArray;
      argument.items.reserve(value.items.size());
      for (JsonValue& item : value.items) argument.items.push_back(ToArgument(std::move(item)));
      break;
    case JsonValue::Kind::kObject:
      argument.kind = Argument::Kind::kObject;
      break;
  }
  return argument;
}

Expected<Arguments, Rejection> ParseJsonArguments(std::string_view json) {
  JsonResult result = ReadJson(json);
  if (!result.value || result.value->kind != JsonValue::Kind::kObject) {
    return Unexpected(Rejection{RejectionKind::kInvalidRequest, "invalid_arguments", ""});
  }
  Arguments arguments;
  arguments.reserve(result.value->members.size());
  for (auto& [name, value] : result.value->members)
    arguments.emplace_back(std::move(name), ToArgument(std::move(value)));
  return arguments;
}

}  // namespace querygate
