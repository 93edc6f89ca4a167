// Bytes between a gateway and its workers: fixed-width numbers in the machine's own order (both ends are one
// program on one machine) and texts with their length in front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace querygate::isolation {

class WireWriter {
 public:
  template <typename T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void Number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void Text(std::string_view text) {
    Number<std::uint64_t>(text.size());
    bytes_ += text;
  }
  void Reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  std::string Take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what nobody vouches for. The first thing that is not there fails the whole reading: from then on
// everything reads as zero and empty, and ok() says so.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  template <typename T>
  requires std::is_arithmetic_v<T> T Number() {
    T value{};
    if (rest_.size() < sizeof value) {
      Fail();
    } else {
      std::memcpy(&value, rest_.data(), sizeof value);
      rest_.remove_prefix(sizeof value);
    }
    return value;
  }
  // An enumeration whose values are 0 to `last`.
  template <typename T>
  requires std::is_enum_v<T> T Choice(T last) {
    using Number = std::underlying_type_t<T>;
    const auto value = this->template Number<Number>();
    if (value < Number{} || value > static_cast<Number>(last)) {
      Fail();
      return T{};
    }
    return static_cast<T>(value);
  }
  bool Flag() {
    const auto value = Number<std::uint8_t>();
    if (value > 1) Fail();
    return value == 1;
  }
  std::string Text() {
    const auto size = Number<std::uint64_t>();
    if (size > rest_.size()) {
      Fail();
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  // How many elements follow, each of at least one byte: never more than there are bytes.
  std::size_t Count() {
    const auto count = Number<std::uint64_t>();
    if (count > rest_.size()) {
      Fail();
      return 0;
    }
    return count;
  }

  void Fail() {
    ok_ = false;
    rest_ = {};
  }
  bool ok() const { return ok_; }
  // Everything was read and nothing is left over.
  bool AtEnd() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace querygate::isolation
