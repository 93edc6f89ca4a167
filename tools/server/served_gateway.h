// The gateway that calls go to now. Whoever took it keeps it to the end of a call, so that nobody is answered half by
// one set of policies and half by another.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "engine/gateway/gateway.h"

namespace querygate::server {

// Thread-safe.
class ServedGateway {
 public:
  explicit ServedGateway(Gateway gateway) : gateway_(std::make_shared<const Gateway>(std::move(gateway))) {}

  std::shared_ptr<const Gateway> Current() const {
    const std::lock_guard lock(mutex_);
    return gateway_;
  }

  // The former one ends with the last call that it is answering.
  void Replace(Gateway gateway) {
    auto replaced = std::make_shared<const Gateway>(std::move(gateway));
    const std::lock_guard lock(mutex_);  // released first: ending a gateway takes a while
    gateway_.swap(replaced);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Gateway> gateway_;
};

}  // namespace querygate::server
