#include "engine/audit/entry.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "engine/audit/keyed_hash.h"
#include "engine/policy/digest.h"
#include "engine/render/json_text.h"

namespace querygate {
namespace {

constexpr std::size_t kMaxLoggedBytes = 8 * 1024;  // of all loggable arguments together

void Write(JsonWriter& writer, const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kNull:
      writer.Null();
      return;
    case Argument::Kind::kBoolean:
      writer.Boolean(argument.boolean);
      return;
    case Argument::Kind::kInteger:
      writer.Integer(argument.integer);
      return;
    case Argument::Kind::kNumber:
      writer.Raw(argument.text);
      return;
    case Argument::Kind::kString:
      writer.String(argument.text);
      return;
    case Argument::Kind::kArray:
      writer.BeginArray();
      for (const Argument& item : argument.items) Write(writer, item);
      writer.EndArray();
      return;
    case Argument::Kind::kObject:  // its members were not kept, and no report takes one
      writer.BeginObject().EndObject();
      return;
    case Argument::Kind::kWord:
      writer.BeginObject().Key("word").String(argument.text).EndObject();
      return;
  }
}

std::vector<const Arguments::value_type*> Sorted(const Arguments& arguments) {
  std::vector<const Arguments::value_type*> sorted;
  for (const auto& argument : arguments) sorted.push_back(&argument);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
  return sorted;
}

// A value of a parameter that is not loggable, or of no parameter at all, is never written.
std::string LoggedArguments(const Arguments& arguments, const CompiledReport* report) {
  if (report == nullptr) return {};
  JsonWriter writer;
  writer.BeginObject();
  bool any = false;
  for (const auto* argument : Sorted(arguments)) {
    const auto index = report->FindParameter(argument->first);
    if (!index || !report->parameters[*index].loggable || report->parameters[*index].from_scope) continue;
    any = true;
    Write(writer.Key(argument->first), argument->second);
  }
  if (!any) return {};
  std::string text = writer.EndObject().text();
  return text.size() <= kMaxLoggedBytes ? text : std::string(R"({"omitted":"too large"})");
}

}  // namespace

std::string CanonicalArguments(const Arguments& arguments) {
  JsonWriter writer;
  writer.BeginObject();
  for (const auto* argument : Sorted(arguments)) Write(writer.Key(argument->first), argument->second);
  return writer.EndObject().text();
}

AuditEntry MakeAuditEntry(const AuditedCall& call, std::string_view key) {
  AuditEntry entry;
  entry.time = call.time;
  entry.caller = call.caller;
  entry.trace_id = call.trace_id;
  entry.receipt = call.answer->receipt;
  entry.report = call.answer->receipt.report;
  entry.version = call.answer->receipt.version;
  entry.policy_digest = call.answer->receipt.policy_digest;
  entry.arguments_hash = KeyedHashHex(key, CanonicalArguments(*call.arguments));
  entry.logged_arguments = LoggedArguments(*call.arguments, call.report);
  if (const auto* delivery = std::get_if<Delivery>(&call.answer->body)) {
    entry.outcome = "ok";
    entry.complete = delivery->complete;
    entry.rows = delivery->rows;
    entry.bytes = static_cast<std::int64_t>(delivery->text.size());
    entry.result_digest = Sha256Hex(delivery->text);
  } else if (const auto* rejection = std::get_if<Rejection>(&call.answer->body)) {
    entry.outcome = "rejected";
    entry.reason = rejection->reason;
  } else if (const auto* failure = std::get_if<Failure>(&call.answer->body)) {
    entry.outcome = "failed";
    entry.reason = failure->reason;
  }
  return entry;
}

}  // namespace querygate
