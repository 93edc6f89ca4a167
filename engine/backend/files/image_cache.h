// Databases in memory that were loaded from files, kept for the calls that read the same files in the same state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/files/listing.h"
#include "engine/backend/files/table_loader.h"

namespace querygate::files {

// What calls share: immutable but for the connections of `database`. The image outlives them.
struct LoadedInputs {
  LoadedTables tables;
  std::unique_ptr<AttachedSource> database;

  std::int64_t bytes() const { return static_cast<std::int64_t>(tables.image->bytes().size()); }
};

// The listing points into the source.
struct InputKey {
  std::shared_ptr<const CompiledSource> source;
  std::vector<ListedFile> listing;
  friend bool operator==(const InputKey&, const InputKey&) = default;
};

struct CacheBounds {
  std::int64_t bytes = std::int64_t{256} << 20;  // of images that nobody uses, and of those in use
  std::size_t images = 64;
};

// Thread-safe. An image that alone is larger than the bound is not kept.
class ImageCache {
 public:
  explicit ImageCache(const CacheBounds& bounds) : bounds_(bounds) {}

  std::shared_ptr<const LoadedInputs> Find(const InputKey& key);
  void Keep(InputKey key, std::shared_ptr<const LoadedInputs> inputs);
  // Before one more is loaded, where there may be only one: whatever must go goes first.
  void MakeRoom();
  std::int64_t held_bytes() const;
  std::size_t held_images() const;

 private:
  struct Entry {
    InputKey key;
    std::shared_ptr<const LoadedInputs> inputs;
  };
  // What goes is returned, so that it is freed without the lock.
  std::list<Entry> Evict(std::int64_t bytes, std::size_t images);

  const CacheBounds bounds_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // the one used last in front
  std::int64_t held_ = 0;
};

}  // namespace querygate::files
