// Near misses for misspelt names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace querygate {

// The candidate with the smallest edit distance (transpositions count one), if it is near enough to be a
// likely slip: at most a third of the longer word, at least one. Ties go to the earlier candidate.
std::optional<std::string> NearestName(std::string_view word, std::span<const std::string> candidates);

}  // namespace querygate
