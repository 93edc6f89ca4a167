// How a call ended, and what it spent.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "engine/base/rejection.h"
#include "engine/contract/row_set.h"

namespace querygate {

struct Receipt {
  std::string report;
  std::string policy_digest;
  std::int64_t vm_steps = 0;
  std::int64_t rows_read = 0;
  std::int64_t result_bytes = 0;
  std::int64_t elapsed_microseconds = 0;
};

struct Outcome {
  std::variant<DeliveredResult, Rejection, Failure> body;
  std::string json;  // the whole body of a delivered result, as its bytes were counted; else empty
  Receipt receipt;
};

}  // namespace querygate
