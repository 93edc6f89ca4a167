// Decompression of gzip, member after member, checked by its own checksums.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace querygate::files {

class Gunzip {
 public:
  Gunzip();
  ~Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  static std::string Version();  // of the client library
  static bool IsCompressed(std::string_view beginning);

  enum class Step {
    kMore,    // room was filled, or `input` is used up
    kBroken,  // not gzip, or its checksum is wrong
    kNoMemory,
  };
  // Takes from `input` what it needs and fills at most `size` bytes of `room`.
  Step Take(std::string_view& input, char* room, std::size_t size, std::size_t& filled);
  // Whether the input may end here.
  bool complete() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querygate::files
