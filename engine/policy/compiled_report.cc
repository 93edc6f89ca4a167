#include "engine/policy/compiled_report.h"

#include <algorithm>

namespace querygate {
namespace {

template <typename T>
std::optional<std::size_t> FindByName(const std::vector<T>& items, std::string_view name) {
  const auto found = std::find_if(items.begin(), items.end(), [name](const T& item) { return item.name == name; });
  if (found == items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - items.begin());
}

}  // namespace

std::size_t SqlOrigin::ToOriginal(std::size_t expanded_offset) const {
  if (offsets.empty()) return std::min(expanded_offset, text.value.size());
  const auto next = std::upper_bound(
      offsets.begin(), offsets.end(), expanded_offset,
      [](std::size_t offset, const std::pair<std::size_t, std::size_t>& entry) { return offset < entry.first; });
  if (next == offsets.begin()) return 0;
  const auto [expanded, original] = *std::prev(next);
  const std::size_t candidate = original + (expanded_offset - expanded);
  if (next == offsets.end()) return std::min(candidate, text.value.size());
  // A slot is longer than the name it stands for: whatever is inside it belongs to that name.
  if (next->second <= original) return original;
  return std::min(candidate, next->second - 1);
}

std::optional<std::size_t> CompiledReport::FindParameter(std::string_view parameter) const {
  return FindByName(parameters, parameter);
}

std::optional<std::size_t> CompiledReport::FindQuery(std::string_view query) const {
  return FindByName(queries, query);
}

}  // namespace querygate
