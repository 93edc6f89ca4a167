// A stop token that can be waited for together with descriptors.
#pragma once

#include <optional>
#include <stop_token>

namespace querygate {

// Readable once a stop is asked for, for whoever polls. One thread makes it, waits and ends it.
class StopDescriptor {
 public:
  explicit StopDescriptor(const std::stop_token& stop);
  ~StopDescriptor();
  StopDescriptor(const StopDescriptor&) = delete;
  StopDescriptor& operator=(const StopDescriptor&) = delete;

  // Negative where nobody can ask for a stop, or the system gave none: there is nothing to watch.
  int get() const { return descriptor_; }

 private:
  struct Wake {
    int descriptor;
    void operator()() const;
  };
  int descriptor_ = -1;
  std::optional<std::stop_callback<Wake>> callback_;
};

}  // namespace querygate
