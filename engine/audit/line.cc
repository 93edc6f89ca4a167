#include "engine/audit/line.h"

#include <algorithm>
#include <charconv>

#include "engine/load/json_reader.h"
#include "engine/policy/digest.h"
#include "engine/render/json_text.h"

namespace querygate {
namespace {

constexpr std::string_view kHashKey = R"(,"hash":")";
constexpr std::string_view kEnd = "\"}";
constexpr std::size_t kHexDigits = 64;

JsonWriter& Begin(JsonWriter& writer, const ChainPlace& place, std::string_view event, const Instant& time) {
  writer.BeginObject().Key("sequence").Integer(place.sequence).Key("time").String(ToString(time));
  return writer.Key("event").String(event);
}

// `text` is all of the line up to its hash.
AuditLine Finish(JsonWriter& writer, const ChainPlace& place) {
  std::string text = writer.Key("previous").String(place.previous).text();
  std::string hash = Sha256Hex(text);
  text.append(kHashKey).append(hash).append(kEnd);
  return {std::move(text), std::move(hash)};
}

void Maybe(JsonWriter& writer, std::string_view name, std::string_view text) {
  if (!text.empty()) writer.Key(name).String(text);
}

bool IsHash(std::string_view text) {
  return text.size() == kHexDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

const JsonValue* Find(const JsonValue& object, std::string_view key, JsonValue::Kind kind) {
  for (const JsonValue::Member& member : object.members) {
    if (member.key == key) return member.value.kind == kind ? &member.value : nullptr;
  }
  return nullptr;
}

std::optional<std::int64_t> FindNumber(const JsonValue& object, std::string_view key) {
  const JsonValue* value = Find(object, key, JsonValue::Kind::kNumber);
  std::int64_t number = 0;
  if (value == nullptr) return std::nullopt;
  const std::string& text = value->text;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string FindText(const JsonValue& object, std::string_view key) {
  const JsonValue* value = Find(object, key, JsonValue::Kind::kString);
  return value == nullptr ? std::string() : value->text;
}

// A line has a greatest length and a call may read many files: what is kept of them is a digest over what
// `sha256sum` prints for them, so that anybody who has the files can show that these were read.
void WriteInputs(JsonWriter& writer, const std::vector<InputFile>& inputs) {
  Sha256 digest;
  std::int64_t bytes = 0;
  for (const InputFile& input : inputs) {
    digest.Add(input.sha256 + "  " + input.path + '\n');
    bytes += input.bytes;
  }
  writer.Key("inputs").BeginObject().Key("files").Integer(static_cast<std::int64_t>(inputs.size()));
  writer.Key("bytes").Integer(bytes).Key("sha256").String(digest.Hex()).EndObject();
}

}  // namespace

AuditLine CallLine(const ChainPlace& place, const AuditEntry& entry) {
  JsonWriter writer;
  Begin(writer, place, "call", entry.time);
  Maybe(writer, "caller", entry.caller);
  writer.Key("report").String(entry.report);
  if (entry.version > 0) writer.Key("version").Integer(entry.version);
  Maybe(writer, "policy", entry.policy_digest);
  writer.Key("arguments_hash").String(entry.arguments_hash);
  if (!entry.logged_arguments.empty()) writer.Key("arguments").Raw(entry.logged_arguments);
  writer.Key("outcome").String(entry.outcome);
  Maybe(writer, "reason", entry.reason);
  if (entry.outcome == "ok") {
    writer.Key("complete").Boolean(entry.complete).Key("rows").Integer(entry.rows);
    writer.Key("bytes").Integer(entry.bytes).Key("result").String(entry.result_digest);
  }
  const Receipt& receipt = entry.receipt;
  writer.Key("spent").BeginObject();
  writer.Key("elapsed_us").Integer(receipt.elapsed_microseconds).Key("queued_us").Integer(receipt.queued_microseconds);
  writer.Key("vm_steps").Integer(receipt.spending.vm_steps).Key("source_rows").Integer(receipt.spending.rows);
  writer.Key("groups").Integer(receipt.groups).Key("result_bytes").Integer(receipt.result_bytes);
  writer.Key("lock_wait_us").Integer(receipt.spending.lock_wait_microseconds);
  if (receipt.memory_bytes > 0) writer.Key("memory").Integer(receipt.memory_bytes);
  writer.EndObject();
  if (!receipt.inputs.empty()) WriteInputs(writer, receipt.inputs);
  Maybe(writer, "trace", entry.trace_id);
  return Finish(writer, place);
}

AuditLine OpenedLine(const ChainPlace& place, const Instant& time, std::string_view previous_file) {
  JsonWriter writer;
  Maybe(Begin(writer, place, "opened", time), "previous_file", previous_file);
  return Finish(writer, place);
}

AuditLine RecoveredLine(const ChainPlace& place, const Instant& time, const TornBytes& torn) {
  JsonWriter writer;
  Begin(writer, place, "recovered", time).Key("torn_bytes").Integer(torn.count).Key("torn_sha256").String(torn.sha256);
  return Finish(writer, place);
}

std::optional<ReadLine> ReadAuditLine(std::string_view text) {
  const std::size_t tail = kHashKey.size() + kHexDigits + kEnd.size();
  if (text.size() < tail || text.size() > kMaxAuditLineBytes || !text.ends_with(kEnd)) return std::nullopt;
  const std::string_view content = text.substr(0, text.size() - tail);
  if (!text.substr(content.size()).starts_with(kHashKey)) return std::nullopt;
  const std::string_view hash = text.substr(content.size() + kHashKey.size(), kHexDigits);
  const JsonResult json = ReadJson(text);
  if (!IsHash(hash) || !json.value || json.value->kind != JsonValue::Kind::kObject) return std::nullopt;
  const auto sequence = FindNumber(*json.value, "sequence");
  ReadLine line;
  line.event = FindText(*json.value, "event");
  line.previous = FindText(*json.value, "previous");
  if (!sequence || line.event.empty() || !IsHash(line.previous)) return std::nullopt;
  line.sequence = *sequence;
  line.hash = hash;
  line.hash_fits = Sha256Hex(content) == hash;
  if (line.event == "recovered") {
    const auto count = FindNumber(*json.value, "torn_bytes");
    if (!count) return std::nullopt;
    line.torn = TornBytes{*count, FindText(*json.value, "torn_sha256")};
  }
  return line;
}

}  // namespace querygate
