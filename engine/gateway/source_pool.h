// The attached databases of a deployment: one for each source and place.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/backend/backend.h"
#include "engine/gateway/library.h"

namespace querygate {

// Thread-safe. The library outlives it.
class SourcePool {
 public:
  explicit SourcePool(Library& library) : library_(library) {}

  AttachedSource& Get(const std::shared_ptr<const CompiledSource>& source, const DataPlace& place) {
    const Backend& backend = library_.BackendOf(*source);
    const std::lock_guard lock(mutex_);
    auto& attached = attached_[{source->name, place}];
    if (!attached) attached = backend.Attach(source, place);
    return *attached;
  }

 private:
  Library& library_;
  std::mutex mutex_;
  std::map<std::pair<std::string, DataPlace>, std::unique_ptr<AttachedSource>> attached_;
};

}  // namespace querygate
