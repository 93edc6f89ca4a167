#include "engine/backend/files/image_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace querygate::files {

std::shared_ptr<const LoadedInputs> ImageCache::Find(const InputKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return entries_.front().inputs;
}

void ImageCache::Keep(InputKey key, std::shared_ptr<const LoadedInputs> inputs) {
  const std::int64_t bytes = inputs->bytes();
  if (bytes > bounds_.bytes || bounds_.images == 0) return;
  std::list<Entry> leaving;  // freed after the lock
  const std::lock_guard lock(mutex_);
  // Files that were replaced are never asked for again: their older states would only wait for their turn.
  leaving = Evict(bounds_.bytes - bytes, bounds_.images - 1);
  held_ += bytes;
  entries_.push_front({std::move(key), std::move(inputs)});
}

void ImageCache::MakeRoom() {
  if (bounds_.images > 1) return;
  std::list<Entry> leaving;
  const std::lock_guard lock(mutex_);
  leaving = Evict(0, 0);
}

std::list<ImageCache::Entry> ImageCache::Evict(std::int64_t bytes, std::size_t images) {
  std::list<Entry> leaving;
  while (!entries_.empty() && (held_ > bytes || entries_.size() > images)) {
    held_ -= entries_.back().inputs->bytes();
    leaving.splice(leaving.end(), entries_, std::prev(entries_.end()));
  }
  return leaving;
}

std::int64_t ImageCache::held_bytes() const {
  const std::lock_guard lock(mutex_);
  return held_;
}

std::size_t ImageCache::held_images() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace querygate::files
