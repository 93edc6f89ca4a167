// The bytes of an input one after the other, for whoever reads a text format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/backend/files/input_failure.h"
#include "engine/backend/files/input_reader.h"

namespace querygate::files {

class ByteCursor {
 public:
  static constexpr int kEnd = -1;

  // `input` outlives the cursor. A byte order mark in front is passed over.
  explicit ByteCursor(InputReader& input) : input_(input) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (Buffered().starts_with(kMark)) Skip(kMark.size());
  }

  // kEnd also after a failure.
  int Peek() { return rest_.empty() && !Fill() ? kEnd : static_cast<unsigned char>(rest_.front()); }
  // What is there without reading more; empty at the end only.
  std::string_view Buffered() {
    if (rest_.empty()) Fill();
    return rest_;
  }
  // At most what is buffered.
  void Skip(std::size_t bytes = 1) { rest_.remove_prefix(bytes); }
  bool Take(char wanted) {
    if (Peek() != static_cast<unsigned char>(wanted)) return false;
    Skip();
    return true;
  }

  bool failed() const { return input_.failure().has_value(); }
  const Failure& failure() const { return *input_.failure(); }
  // Always false, so that readers can return it.
  bool Fail(std::string_view reason, std::int64_t line, std::string_view why) {
    input_.Fail(InputFailure(reason, input_.path(), line, why));
    rest_ = {};
    return false;
  }
  const InputLimits& limits() const { return input_.meter().limits; }

  // Appends to a value, which is never larger than permitted.
  bool Append(std::string& value, std::string_view bytes, std::int64_t line) {
    if (static_cast<std::int64_t>(value.size() + bytes.size()) > limits().value_bytes) {
      return Fail(kValueLimit, line, "a value is larger than the source permits");
    }
    value += bytes;
    return true;
  }

 private:
  bool Fill() {
    rest_ = input_.Next();
    return !rest_.empty();
  }

  InputReader& input_;
  std::string_view rest_;
};

}  // namespace querygate::files
