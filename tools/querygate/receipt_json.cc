#include "tools/querygate/receipt_json.h"

#include "engine/render/display_text.h"
#include "engine/render/json_text.h"

namespace querygate::cli {

namespace {

void WriteBudget(JsonWriter& writer, const Budget& budget) {
  writer.Key("budget").BeginObject();
  writer.Key("deadline_ms").Integer(budget.deadline.count());
  writer.Key("lock_wait_ms").Integer(budget.lock_wait.count());
  writer.Key("vm_steps").Integer(budget.vm_steps);
  writer.Key("source_rows").Integer(budget.source_rows);
  writer.Key("groups").Integer(budget.groups);
  writer.Key("result_bytes").Integer(budget.result_bytes);
  writer.Key("value_bytes").Integer(budget.value_bytes);
  writer.Key("memory_bytes").Integer(budget.memory);
  writer.EndObject();
}

void WriteSpent(JsonWriter& writer, const Receipt& receipt) {
  writer.Key("spent").BeginObject();
  writer.Key("lock_wait_us").Integer(receipt.spending.lock_wait_microseconds);
  writer.Key("vm_steps").Integer(receipt.spending.vm_steps);
  writer.Key("source_rows").Integer(receipt.spending.rows);
  writer.Key("groups").Integer(receipt.groups);
  writer.Key("result_bytes").Integer(receipt.result_bytes);
  writer.Key("value_bytes").Integer(receipt.spending.longest_value);
  if (receipt.memory_bytes > 0) writer.Key("memory_bytes").Integer(receipt.memory_bytes);
  writer.EndObject();
}

void WriteInputs(JsonWriter& writer, const Receipt& receipt) {
  writer.Key("inputs").BeginArray();
  for (const InputFile& input : receipt.inputs) {
    writer.BeginObject().Key("table").String(input.table).Key("path").String(Printable(input.path));
    writer.Key("bytes").Integer(input.bytes).Key("modified").String(ToString(input.modified));
    writer.Key("sha256").String(input.sha256).EndObject();
  }
  writer.EndArray();
}

}  // namespace

std::string ReceiptJson(const Receipt& receipt, ExitStatus status) {
  JsonWriter writer;
  writer.BeginObject().Key("receipt").BeginObject();
  writer.Key("report").String(receipt.report);
  const bool admitted = !receipt.policy_digest.empty();
  if (admitted) {
    writer.Key("version").Integer(receipt.version);
    writer.Key("policy_digest").String(receipt.policy_digest);
  }
  writer.Key("exit").Integer(static_cast<int>(status));
  if (admitted) {
    WriteBudget(writer, receipt.budget);
    WriteSpent(writer, receipt);
    if (!receipt.inputs.empty()) WriteInputs(writer, receipt);
  }
  writer.Key("queued_us").Integer(receipt.queued_microseconds);
  writer.Key("elapsed_us").Integer(receipt.elapsed_microseconds);
  writer.EndObject().EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate::cli
