// What the audit log says about one call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/argument.h"
#include "engine/base/calendar.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/answer.h"

namespace querygate {

struct AuditEntry {
  Instant time;
  std::string caller;  // the subject; empty: nobody is known
  std::string report;
  std::int64_t version = 0;
  std::string policy_digest;     // empty: refused before the report was compiled
  std::string arguments_hash;    // HMAC-SHA-256 of the canonical arguments
  std::string logged_arguments;  // one JSON object: those that the declaration marks loggable
  std::string outcome;           // "ok", "rejected", "failed"
  std::string reason;            // empty when ok
  bool complete = true;
  std::int64_t rows = 0, bytes = 0;
  std::string result_digest;  // SHA-256 of the bytes that are delivered; empty when there are none
  Receipt receipt;
  std::string trace_id;
};

struct AuditedCall {
  Instant time;
  std::string caller;
  std::string trace_id;
  const Arguments* arguments = nullptr;    // as sent; never null
  const CompiledReport* report = nullptr;  // null: there is none, or it could not be compiled
  const Answer* answer = nullptr;          // never null
};

// `key`: what the hash of the arguments is made under.
AuditEntry MakeAuditEntry(const AuditedCall& call, std::string_view key);

// The arguments as one JSON object, whatever their order: names sorted, no blanks, numbers as they were spelt. A word
// of the command line and a JSON string of the same text are told apart.
std::string CanonicalArguments(const Arguments& arguments);

}  // namespace querygate
