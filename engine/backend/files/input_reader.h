// The bytes of one listed file, decompressed: opened once, and proven to be that file in that state from the first
// byte to the last.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/files/descriptor.h"
#include "engine/backend/files/gunzip.h"
#include "engine/backend/files/listing.h"
#include "engine/policy/digest.h"

namespace querygate::files {

// What the files of one call have spent together.
struct InputMeter {
  const InputLimits& limits;
  const CallTime& time;
  std::int64_t expanded_bytes = 0;
  std::int64_t rows = 0;
};

class InputReader {
 public:
  // Never blocks: what is no regular file is refused before a byte is read.
  static Expected<std::unique_ptr<InputReader>, Failure> Open(const ListedFile& file, InputMeter& meter);

  // The next bytes, valid until the next call. Empty at the end, where the file has been proven, and after a failure.
  std::string_view Next();
  const std::optional<Failure>& failure() const { return failure_; }
  // The first failure is the one that is told.
  void Fail(Failure failure) {
    if (!failure_) failure_ = std::move(failure);
  }

  const std::string& path() const { return file_.path; }
  InputMeter& meter() { return meter_; }
  // Of the bytes as stored; once, after Next gave nothing without a failure.
  std::string Sha256Hex() { return digest_.Hex(); }

 private:
  InputReader(const ListedFile& file, InputMeter& meter, Descriptor descriptor);
  bool Read();
  bool ProveEnd();
  std::string_view Expand();

  const ListedFile& file_;
  InputMeter& meter_;
  Descriptor descriptor_;
  Sha256 digest_;
  std::vector<char> stored_;
  std::string_view rest_;  // of what was read
  std::vector<char> expanded_;
  std::unique_ptr<Gunzip> gunzip_;  // of a compressed file
  std::int64_t read_bytes_ = 0;
  bool begun_ = false, ended_ = false;
  std::optional<Failure> failure_;
};

}  // namespace querygate::files
