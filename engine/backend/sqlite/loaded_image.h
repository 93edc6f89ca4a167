// A whole database in memory that never changes again: every connection that reads it reads the same bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace querygate::sqlite {

// Memory of the client library's.
struct ReleaseImage {
  void operator()(unsigned char* bytes) const noexcept;
};
using ImageBytes = std::unique_ptr<unsigned char, ReleaseImage>;

// Immutable, and so shared by threads without a lock.
class LoadedImage {
 public:
  LoadedImage(ImageBytes bytes, std::size_t size) : bytes_(std::move(bytes)), size_(size) {}

  std::span<const unsigned char> bytes() const { return {bytes_.get(), size_}; }

 private:
  ImageBytes bytes_;
  std::size_t size_;
};

}  // namespace querygate::sqlite
