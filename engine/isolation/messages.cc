#include "engine/isolation/messages.h"

#include <array>
#include <utility>

#include "engine/isolation/value_wire.h"
#include "engine/isolation/wire.h"
#include "engine/render/reasons.h"

namespace querygate::isolation {
namespace {

constexpr std::size_t kLongestCause = 4096;
constexpr std::size_t kLongestSubject = 256;

void Write(WireWriter& writer, const SourceText& text) {
  writer.Text(text.name());
  writer.Text(text.text());
}

SourceText ReadSourceText(WireReader& reader) {
  std::string name = reader.Text();
  std::string text = reader.Text();
  return {std::move(name), std::move(text)};
}

// A budget's members as one list, so that writing and reading cannot fall apart.
template <typename Budget_>
auto CountsOf(Budget_& budget) {
  return std::array{&budget.vm_steps,    &budget.source_rows, &budget.groups, &budget.result_bytes,
                    &budget.value_bytes, &budget.sql_bytes,   &budget.memory};
}

void Write(WireWriter& writer, const Budget& budget) {
  writer.Number<std::int64_t>(budget.deadline.count());
  writer.Number<std::int64_t>(budget.lock_wait.count());
  for (const std::int64_t* count : CountsOf(budget)) writer.Number(*count);
}

Budget ReadBudget(WireReader& reader) {
  Budget budget;
  budget.deadline = std::chrono::milliseconds(reader.Number<std::int64_t>());
  budget.lock_wait = std::chrono::milliseconds(reader.Number<std::int64_t>());
  for (std::int64_t* count : CountsOf(budget)) *count = reader.Number<std::int64_t>();
  return budget;
}

template <typename Receipt_>
auto MeasuresOf(Receipt_& receipt) {
  return std::array{&receipt.spending.vm_steps,
                    &receipt.spending.rows,
                    &receipt.spending.longest_value,
                    &receipt.spending.lock_wait_microseconds,
                    &receipt.groups,
                    &receipt.result_bytes,
                    &receipt.memory_bytes};
}

void Write(WireWriter& writer, const InputFile& input) {
  writer.Text(input.table);
  writer.Text(input.path);
  writer.Number(input.bytes);
  writer.Number(input.modified.seconds);
  writer.Number(input.modified.nanoseconds);
  writer.Text(input.sha256);
}

InputFile ReadInput(WireReader& reader) {
  InputFile input;
  input.table = reader.Text();
  input.path = reader.Text();
  input.bytes = reader.Number<std::int64_t>();
  input.modified.seconds = reader.Number<std::int64_t>();
  input.modified.nanoseconds = reader.Number<std::int32_t>();
  input.sha256 = reader.Text();
  const bool instant = input.modified.nanoseconds >= 0 && input.modified.nanoseconds < 1'000'000'000 && WithinCalendar(input.modified);
  if (input.bytes < 0 || !instant) reader.Fail();
  return input;
}

void Write(WireWriter& writer, const DataPlace& place) {
  writer.Text(place.path);
  writer.Number<std::uint64_t>(place.files.size());
  for (const auto& [table, patterns] : place.files) {
    writer.Text(table);
    writer.Number<std::uint64_t>(patterns.size());
    for (const std::string& pattern : patterns) writer.Text(pattern);
  }
}

DataPlace ReadPlace(WireReader& reader) {
  DataPlace place;
  place.path = reader.Text();
  for (std::size_t tables = reader.Count(); tables > 0 && reader.ok(); --tables) {
    std::vector<std::string>& patterns = place.files[reader.Text()];
    for (std::size_t left = reader.Count(); left > 0 && reader.ok(); --left) patterns.push_back(reader.Text());
  }
  return place;
}

void Write(WireWriter& writer, const Receipt& receipt) {
  for (const std::int64_t* measure : MeasuresOf(receipt)) writer.Number(*measure);
  writer.Number<std::uint64_t>(receipt.inputs.size());
  for (const InputFile& input : receipt.inputs) Write(writer, input);
}

Receipt ReadReceipt(WireReader& reader) {
  Receipt receipt;
  for (std::int64_t* measure : MeasuresOf(receipt)) {
    *measure = reader.Number<std::int64_t>();
    if (*measure < 0) reader.Fail();
  }
  for (std::size_t left = reader.Count(); left > 0 && reader.ok(); --left) {
    receipt.inputs.push_back(ReadInput(reader));
  }
  return receipt;
}

bool IsReason(std::string_view reason, std::string_view status) {
  const Reason* known = FindReason(reason);
  return known != nullptr && known->status == status;
}

// A report's own reasons are any snake_case name.
bool IsRejectionReason(std::string_view reason) {
  if (reason.empty() || reason.size() > kLongestSubject) return false;
  for (const char character : reason) {
    const bool word = (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    if (!word && character != '_') return false;
  }
  return true;
}

void Write(WireWriter& writer, const Delivery& delivery) {
  writer.Number(std::uint8_t{delivery.complete});
  writer.Number(delivery.rows);
  writer.Text(delivery.text);
}

void Write(WireWriter& writer, const Rejection& rejection) {
  writer.Number(rejection.kind);
  writer.Text(rejection.reason);
  writer.Text(rejection.subject);
}

void Write(WireWriter& writer, const Failure& failure) {
  writer.Text(failure.reason);
  writer.Text(std::string_view(failure.cause).substr(0, kLongestCause));
}

Delivery ReadDelivery(WireReader& reader) {
  Delivery delivery;
  delivery.complete = reader.Flag();
  delivery.rows = reader.Number<std::int64_t>();
  if (delivery.rows < 0) reader.Fail();
  delivery.text = reader.Text();
  return delivery;
}

Rejection ReadRejection(WireReader& reader) {
  Rejection rejection;
  rejection.kind = reader.Choice(RejectionKind::kNotFound);
  rejection.reason = reader.Text();
  rejection.subject = reader.Text();
  if (!IsRejectionReason(rejection.reason) || rejection.subject.size() > kLongestSubject) reader.Fail();
  return rejection;
}

Failure ReadFailure(WireReader& reader) {
  Failure failure;
  failure.reason = reader.Text();
  failure.cause = reader.Text();
  if (!IsReason(failure.reason, "failed") || failure.cause.size() > kLongestCause) reader.Fail();
  return failure;
}

std::variant<Delivery, Rejection, Failure> ReadBody(WireReader& reader) {
  switch (reader.Number<std::uint8_t>()) {
    case 0:
      return ReadDelivery(reader);
    case 1:
      return ReadRejection(reader);
    case 2:
      return ReadFailure(reader);
    default:
      reader.Fail();
      return Failure{};
  }
}

// A message is read to its last byte or not at all.
template <typename Message>
std::optional<Message> Whole(const WireReader& reader, Message message) {
  if (!reader.AtEnd()) return std::nullopt;
  return message;
}

}  // namespace

std::string Encode(const AttachMessage& message) {
  WireWriter writer;
  writer.Text(message.source);
  Write(writer, message.place);
  Write(writer, message.policy);
  Write(writer, message.schema);
  return std::move(writer).Take();
}

std::optional<AttachMessage> DecodeAttach(std::string_view bytes) {
  WireReader reader(bytes);
  AttachMessage message;
  message.source = reader.Text();
  message.place = ReadPlace(reader);
  message.policy = ReadSourceText(reader);
  message.schema = ReadSourceText(reader);
  return Whole(reader, std::move(message));
}

std::string Encode(const ReportMessage& message) {
  WireWriter writer;
  writer.Text(message.id);
  writer.Text(message.digest);
  Write(writer, message.declaration);
  writer.Text(message.limits_name);
  Write(writer, message.limits);
  return std::move(writer).Take();
}

std::optional<ReportMessage> DecodeReport(std::string_view bytes) {
  WireReader reader(bytes);
  ReportMessage message;
  message.id = reader.Text();
  message.digest = reader.Text();
  message.declaration = ReadSourceText(reader);
  message.limits_name = reader.Text();
  message.limits = ReadSourceText(reader);
  return Whole(reader, std::move(message));
}

std::string Encode(const CallMessage& message) {
  WireWriter writer;
  writer.Number(message.number);
  writer.Text(message.digest);
  Write(writer, message.bindings);
  writer.Number(message.now.seconds);
  writer.Number(message.now.nanoseconds);
  writer.Number(message.deadline_nanoseconds);
  Write(writer, message.budget);
  const Presentation& presentation = message.presentation;
  writer.Text(presentation.format == nullptr ? std::string_view() : presentation.format->name);
  writer.Number(std::uint8_t{presentation.options.allow_partial});
  writer.Number(std::uint8_t{presentation.options.escape_formulas});
  writer.Number(std::uint8_t{presentation.options.part.has_value()});
  writer.Text(presentation.options.part.value_or(std::string()));
  writer.Number(std::uint8_t{message.rehearsal});
  return std::move(writer).Take();
}

std::optional<CallMessage> DecodeCall(std::string_view bytes) {
  WireReader reader(bytes);
  CallMessage message;
  message.number = reader.Number<std::uint64_t>();
  message.digest = reader.Text();
  message.bindings = ReadBindings(reader);
  message.now.seconds = reader.Number<std::int64_t>();
  message.now.nanoseconds = reader.Number<std::int32_t>();
  message.deadline_nanoseconds = reader.Number<std::int64_t>();
  message.budget = ReadBudget(reader);
  const std::string format = reader.Text();
  if (!format.empty()) {
    message.presentation.format = FindResultFormat(format);
    if (message.presentation.format == nullptr) reader.Fail();
  }
  message.presentation.options.allow_partial = reader.Flag();
  message.presentation.options.escape_formulas = reader.Flag();
  const bool has_part = reader.Flag();
  std::string part = reader.Text();
  if (has_part) message.presentation.options.part = std::move(part);
  message.rehearsal = reader.Flag();
  return Whole(reader, std::move(message));
}

std::string Encode(const AnswerMessage& message) {
  WireWriter writer;
  if (const auto* delivery = std::get_if<Delivery>(&message.answer.body)) writer.Reserve(delivery->text.size() + 256);
  writer.Number(message.number);
  writer.Number(static_cast<std::uint8_t>(message.answer.body.index()));
  std::visit([&](const auto& body) { Write(writer, body); }, message.answer.body);
  Write(writer, message.answer.receipt);
  writer.Number(message.cpu_microseconds);
  writer.Number(std::uint8_t{message.retiring});
  return std::move(writer).Take();
}

std::optional<AnswerMessage> DecodeAnswer(std::string_view bytes) {
  WireReader reader(bytes);
  AnswerMessage message;
  message.number = reader.Number<std::uint64_t>();
  message.answer.body = ReadBody(reader);
  message.answer.receipt = ReadReceipt(reader);
  message.cpu_microseconds = reader.Number<std::int64_t>();
  if (message.cpu_microseconds < 0) reader.Fail();
  message.retiring = reader.Flag();
  return Whole(reader, std::move(message));
}

std::string Encode(const ReadyMessage& message) {
  WireWriter writer;
  writer.Number(message.address_space_bytes);
  writer.Number(std::uint8_t{message.landlock});
  return std::move(writer).Take();
}

std::optional<ReadyMessage> DecodeReady(std::string_view bytes) {
  WireReader reader(bytes);
  ReadyMessage message;
  message.address_space_bytes = reader.Number<std::int64_t>();
  if (message.address_space_bytes < 0) reader.Fail();
  message.landlock = reader.Flag();
  return Whole(reader, std::move(message));
}

}  // namespace querygate::isolation
