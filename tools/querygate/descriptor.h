// A file descriptor with one owner.
#pragma once

#include <utility>

#include "tools/querygate/system_calls.h"

namespace querygate::cli {

// Closed at the end of its life, whatever that answers: what must be safe was synchronised before. `calls` outlives it.
class Descriptor {
 public:
  explicit Descriptor(const SystemCalls& calls, int value = -1) : calls_(&calls), value_(value) {}
  ~Descriptor() { Close(); }
  Descriptor(Descriptor&& other) noexcept : calls_(other.calls_), value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    Close();
    calls_ = other.calls_;
    value_ = std::exchange(other.value_, -1);
    return *this;
  }

  bool open() const { return value_ >= 0; }
  int value() const { return value_; }
  int Release() { return std::exchange(value_, -1); }
  void Close() {
    if (open()) calls_->Close(Release());
  }

 private:
  const SystemCalls* calls_;
  int value_;
};

}  // namespace querygate::cli
