// SHA-256 of text, as lower-case hex.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace querygate {

std::string Sha256Hex(std::string_view bytes);

// The same of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Add(std::string_view bytes);
  std::string Hex();  // once, at the end

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querygate
