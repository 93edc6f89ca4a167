// One target of libFuzzer's kind for each file; replay_main.cc runs it where there is no libFuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace querygate::fuzz {

inline std::string_view AsText(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// A broken property ends the program: that is what every driver takes for a finding.
inline void Require(bool holds, std::string_view property) {
  if (holds) return;
  std::cerr << "property broken: " << property << std::endl;
  std::abort();
}

}  // namespace querygate::fuzz
