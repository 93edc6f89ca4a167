// All keys of one kind of document and where each belongs: what an unknown key is compared with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querygate {

struct KeyPlace {
  std::string_view place;  // "a query"
  std::vector<std::string_view> keys;
};

using Vocabulary = std::vector<KeyPlace>;

// "a parameter or a column": the places that take `key`; empty when there is none.
std::string PlacesOf(const Vocabulary& vocabulary, std::string_view key);

}  // namespace querygate
