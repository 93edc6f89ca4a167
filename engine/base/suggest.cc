#include "engine/base/suggest.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace querygate {
namespace {

// Names are at most 64 characters; anything far longer is no slip, and the work is quadratic.
constexpr std::size_t kLongestWord = 128;

// Insertions, deletions, substitutions and swaps of neighbours, each at cost one.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_previous(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_previous[j - 2] + 1);
      }
    }
    std::swap(before_previous, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::optional<std::string> NearestName(std::string_view word, std::span<const std::string> candidates) {
  const std::string* nearest = nullptr;
  std::size_t nearest_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer == 0 || longer > kLongestWord) continue;
    const std::size_t allowed = std::max<std::size_t>(longer / 3, 1);
    const std::size_t distance = EditDistance(word, candidate);
    if (distance > allowed || (nearest != nullptr && distance >= nearest_distance)) continue;
    nearest = &candidate;
    nearest_distance = distance;
  }
  if (nearest == nullptr) return std::nullopt;
  return *nearest;
}

}  // namespace querygate
