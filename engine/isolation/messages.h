// What a gateway and its workers tell each other, and how it is written. Decoding trusts nothing: what is not
// exactly a message of its kind is none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/backend/backend.h"
#include "engine/base/source_text.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/answer.h"
#include "engine/run/bind.h"

namespace querygate::isolation {

// One source for life: its policy as text, and where its data is.
struct AttachMessage {
  std::string source;  // its name
  DataPlace place;
  SourceText policy{{}, {}};
  SourceText schema{{}, {}};
};

// One report as text; the worker compiles it again and proves by the digest that both mean the same.
struct ReportMessage {
  std::string id;
  std::string digest;
  SourceText declaration{{}, {}};
  std::string limits_name;
  SourceText limits{{}, {}};
};

struct CallMessage {
  std::uint64_t number = 0;
  std::string digest;  // of a report that was sent before
  Bindings bindings;
  Instant now;
  std::int64_t deadline_nanoseconds = 0;  // of the system's steady clock, which both processes share
  Budget budget;
  Presentation presentation;
  bool rehearsal = false;  // everything is prepared and nothing is run: an answer without text says that all is well
};

struct AnswerMessage {
  std::uint64_t number = 0;
  Answer answer;                      // the receipt holds only what the worker measured
  std::int64_t cpu_microseconds = 0;  // of the worker, since it began
  bool retiring = false;              // the worker ends after this answer
};

struct ReadyMessage {
  std::int64_t address_space_bytes = 0;  // of the worker before its first call
  bool landlock = false;                 // the kernel keeps it to the folders of its data
};

std::string Encode(const AttachMessage& message);
std::string Encode(const ReportMessage& message);
std::string Encode(const CallMessage& message);
std::string Encode(const AnswerMessage& message);
std::string Encode(const ReadyMessage& message);

std::optional<AttachMessage> DecodeAttach(std::string_view bytes);
std::optional<ReportMessage> DecodeReport(std::string_view bytes);
std::optional<CallMessage> DecodeCall(std::string_view bytes);
// Also checks what a worker may say at all: reasons that exist, numbers that are not negative, text of a
// bounded length. Whether the rows are true cannot be checked.
std::optional<AnswerMessage> DecodeAnswer(std::string_view bytes);
std::optional<ReadyMessage> DecodeReady(std::string_view bytes);

}  // namespace querygate::isolation
