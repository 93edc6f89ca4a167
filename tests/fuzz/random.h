// Random choices that are the same on every machine: the standard's distributions are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace querygate::fuzz {

// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  // Below `bound`, which is positive. The bias is far below what a choice among a few could show.
  std::size_t Below(std::size_t bound) { return Next() % bound; }
  std::int64_t Between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(Below(static_cast<std::size_t>(high - low + 1)));
  }
  bool Chance(int percent) { return Below(100) < static_cast<std::size_t>(percent); }

  template <typename List>
  const auto& Pick(const List& list) {
    return list[Below(std::size(list))];
  }
  template <typename T>
  void Shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[Below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace querygate::fuzz
