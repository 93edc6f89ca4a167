// How a call ended, and what it spent.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "engine/backend/backend.h"
#include "engine/base/budget.h"
#include "engine/base/rejection.h"
#include "engine/contract/row_set.h"

namespace querygate {

// For the operator and the audit: never part of what a caller sees.
struct Receipt {
  std::string report;
  std::int64_t version = 0;
  std::string policy_digest;
  Budget budget;      // that of this call, narrowed; meaningless when it was refused before it had one
  Spending spending;  // in the database
  std::vector<InputFile> inputs;  // of a source over files
  std::int64_t groups = 0;
  std::int64_t result_bytes = 0;
  std::int64_t memory_bytes = 0;  // the database's high-water mark; 0: not measured, for threads share one heap
  std::int64_t queued_microseconds = 0;
  std::int64_t elapsed_microseconds = 0;  // from acceptance
};

struct Outcome {
  std::variant<DeliveredResult, Rejection, Failure> body;
  std::string json;  // the whole body of a delivered result, as its bytes were counted; else empty
  Receipt receipt;
};

}  // namespace querygate
