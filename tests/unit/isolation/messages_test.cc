#include "engine/isolation/messages.h"

#include <limits>

#include <catch2/catch.hpp>

namespace querygate::isolation {
namespace {

CallMessage FullCall() {
  CallMessage call;
  call.number = 7;
  call.digest = "abc";
  BoundParameter all;
  all.name = "all";
  all.typed = {std::monostate(),
               true,
               std::int64_t{-5},
               0.25,
               std::string("a\0b", 3),
               Decimal{-(Int128{1} << 100), 6},
               Date{19000},
               Instant{-1, 999'999'999},
               Bytes{std::string("\xff\0", 2)}};
  all.stored = {Value::Null(), Value::Integer(std::numeric_limits<std::int64_t>::min()), Value::Real(-1.5),
                Value::Text("tässä"), Value::Blob(std::string("\0\1", 2))};
  BoundParameter absent;
  absent.name = "absent";
  absent.absent = true;
  call.bindings.parameters = {all, absent};
  call.bindings.scope = {{"brand", Value::Text("b")}, {"store", Value::Integer(3)}};
  call.now = {1'700'000'000, 5};
  call.deadline_nanoseconds = 123;
  call.budget.memory = 9;
  call.budget.deadline = std::chrono::milliseconds(77);
  call.presentation.format = FindResultFormat("csv");
  call.presentation.options.allow_partial = true;
  call.presentation.options.escape_formulas = true;
  call.presentation.options.part = "events";
  return call;
}

AnswerMessage Delivered() {
  AnswerMessage message;
  message.number = 7;
  Delivery delivery;
  delivery.text = R"({"status":"ok"})";
  delivery.complete = false;
  delivery.rows = 3;
  message.answer.body = delivery;
  message.answer.receipt.spending = {1, 2, 3, 4};
  message.answer.receipt.groups = 5;
  message.answer.receipt.result_bytes = 6;
  message.answer.receipt.memory_bytes = 7;
  message.answer.receipt.inputs = {{"orders", "/a/1.csv", 12, {1'700'000'000, 5}, "ab"}, {"stores", "/c", 0, {}, "cd"}};
  message.cpu_microseconds = 8;
  return message;
}

// Whatever is left out of a message, and whatever is put behind it, makes it none.
template <typename Decode>
void CheckWhole(const std::string& bytes, Decode decode) {
  REQUIRE(decode(bytes));
  std::size_t read = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    if (decode(bytes.substr(0, size))) ++read;
  }
  CHECK(read == 0);
  CHECK_FALSE(decode(bytes + '\0'));
  // Nothing but the sanitizers judges what a changed byte makes of it.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const char other : {'\0', '\x7f', '\xff'}) {
      std::string changed = bytes;
      changed[at] = other;
      static_cast<void>(decode(changed));
    }
  }
}

std::string Said(Failure failure) {
  AnswerMessage message;
  message.answer.body = std::move(failure);
  return Encode(message);
}

std::string Said(Rejection rejection) {
  AnswerMessage message;
  message.answer.body = std::move(rejection);
  return Encode(message);
}

}  // namespace

TEST_CASE("a call arrives as it was sent") {
  const CallMessage sent = FullCall();
  const auto got = DecodeCall(Encode(sent));
  REQUIRE(got);
  CHECK(got->number == sent.number);
  CHECK(got->digest == sent.digest);
  REQUIRE(got->bindings.parameters.size() == 2);
  CHECK(got->bindings.parameters[0].typed == sent.bindings.parameters[0].typed);
  CHECK(got->bindings.parameters[0].stored == sent.bindings.parameters[0].stored);
  CHECK_FALSE(got->bindings.parameters[0].absent);
  CHECK(got->bindings.parameters[1].name == "absent");
  CHECK(got->bindings.parameters[1].absent);
  CHECK(got->bindings.scope == sent.bindings.scope);
  CHECK(got->now == sent.now);
  CHECK(got->deadline_nanoseconds == 123);
  CHECK(got->budget == sent.budget);
  CHECK(got->presentation.format == sent.presentation.format);
  CHECK(got->presentation.options.allow_partial);
  CHECK(got->presentation.options.escape_formulas);
  CHECK(got->presentation.options.part == "events");
}

TEST_CASE("an answer arrives as it was sent") {
  const AnswerMessage sent = Delivered();
  const auto got = DecodeAnswer(Encode(sent));
  REQUIRE(got);
  CHECK(got->number == 7);
  const auto& delivery = std::get<Delivery>(got->answer.body);
  CHECK(delivery.text == R"({"status":"ok"})");
  CHECK_FALSE(delivery.complete);
  CHECK(delivery.rows == 3);
  const Receipt& receipt = got->answer.receipt;
  CHECK(receipt.spending.vm_steps == 1);
  CHECK(receipt.spending.rows == 2);
  CHECK(receipt.spending.longest_value == 3);
  CHECK(receipt.spending.lock_wait_microseconds == 4);
  CHECK(receipt.groups == 5);
  CHECK(receipt.result_bytes == 6);
  CHECK(receipt.memory_bytes == 7);
  CHECK(receipt.inputs == sent.answer.receipt.inputs);
  CHECK(receipt.inputs.size() == 2);
  CHECK(got->cpu_microseconds == 8);
  CHECK_FALSE(got->retiring);

  const auto rejected = DecodeAnswer(Said(Rejection{RejectionKind::kNotFound, "not_found", "order"}));
  REQUIRE(rejected);
  CHECK(std::get<Rejection>(rejected->answer.body) == Rejection{RejectionKind::kNotFound, "not_found", "order"});
  const auto failed = DecodeAnswer(Said(Failure{"lock_timeout", "database is locked"}));
  REQUIRE(failed);
  CHECK(std::get<Failure>(failed->answer.body) == Failure{"lock_timeout", "database is locked"});
}

TEST_CASE("every message is read whole or not at all") {
  CheckWhole(Encode(FullCall()), &DecodeCall);
  CheckWhole(Encode(Delivered()), &DecodeAnswer);
  CheckWhole(Said(Failure{"query_failed", "why"}), &DecodeAnswer);
  CheckWhole(Said(Rejection{RejectionKind::kInvalidData, "group_limit", ""}), &DecodeAnswer);
  CheckWhole(Encode(ReadyMessage{4096, true}), &DecodeReady);
  CheckWhole(Encode(AttachMessage{"shop", DataPlace("/a/b"), {"p.yaml", "x: 1\n"}, {"s.sql", "CREATE"}}), &DecodeAttach);
  DataPlace files;
  files.files = {{"orders", {"/a/*.csv", "/b"}}, {"stores", {"/c.json"}}};
  CheckWhole(Encode(AttachMessage{"shop", files, {"p.yaml", "x: 1\n"}, {{}, {}}}), &DecodeAttach);
  CHECK(DecodeAttach(Encode(AttachMessage{"shop", files, {{}, {}}, {{}, {}}}))->place == files);
  CheckWhole(Encode(ReportMessage{"a/b", "d", {"r.yaml", "y"}, "default", {"l.yaml", "z"}}), &DecodeReport);
}

TEST_CASE("a worker cannot invent what callers are told") {
  CHECK(DecodeAnswer(Said(Failure{"query_failed", ""})));
  CHECK_FALSE(DecodeAnswer(Said(Failure{"all is well", ""})));
  CHECK_FALSE(DecodeAnswer(Said(Failure{"invalid_arguments", ""})));  // the reason of a rejection
  CHECK_FALSE(DecodeAnswer(Said(Failure{"", ""})));
  CHECK(DecodeAnswer(Said(Rejection{RejectionKind::kInvalidData, "a_reason_of_its_own_2", ""})));
  for (const char* reason : {"", "Not_Snake", "has space", "new\nline", "quote\"", "ümlaut"}) {
    INFO(reason);
    CHECK_FALSE(DecodeAnswer(Said(Rejection{RejectionKind::kInvalidData, reason, ""})));
  }
  AnswerMessage negative = Delivered();
  negative.answer.receipt.result_bytes = -1;
  CHECK_FALSE(DecodeAnswer(Encode(negative)));
  AnswerMessage wordy;
  wordy.answer.body = Failure{"query_failed", std::string(100'000, 'x')};
  const auto cut = DecodeAnswer(Encode(wordy));
  REQUIRE(cut);
  CHECK(std::get<Failure>(cut->answer.body).cause.size() == 4096);
}

}  // namespace querygate::isolation
