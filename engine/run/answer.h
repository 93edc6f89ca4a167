// A call's outcome in the form it was asked for: bytes, and what their reader must know besides.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "engine/backend/backend.h"
#include "engine/render/result_format.h"
#include "engine/run/bind.h"
#include "engine/run/outcome.h"

namespace querygate {

// How a result is to be written.
struct Presentation {
  const ResultFormat* format = nullptr;  // a row of the table of formats; null: json
  RenderOptions options;
};

struct Delivery {
  std::string text;      // everything, in the format that was asked for; json without a final newline
  bool complete = true;  // false: some part was cut, which the format told or the caller allowed
  std::int64_t rows = 0;  // of all parts together
};

struct Answer {
  std::variant<Delivery, Rejection, Failure> body;
  Receipt receipt;
};

// No form of a result is larger: padding may make a table many times as long as its values.
std::int64_t LargestText(const Budget& budget);

// Executes and writes within the call's deadline. A result that the format cannot carry is a rejection:
// incomplete_result, result_bytes, or part_required and unknown_part (kInvalidRequest). Never throws; never delivers a part.
Answer AnswerCall(const std::shared_ptr<const CompiledReport>& report, const Bindings& bindings, AttachedSource& source,
                  const CallContext& context, const Clock& clock, const Presentation& presentation);

}  // namespace querygate
