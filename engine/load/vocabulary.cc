#include "engine/load/vocabulary.h"

#include <algorithm>

namespace querygate {

std::string PlacesOf(const Vocabulary& vocabulary, std::string_view key) {
  std::string places;
  for (const KeyPlace& row : vocabulary) {
    if (std::find(row.keys.begin(), row.keys.end(), key) == row.keys.end()) continue;
    places += places.empty() ? "" : " or ";
    places += row.place;
  }
  return places;
}

}  // namespace querygate
