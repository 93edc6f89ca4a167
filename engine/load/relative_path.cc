#include "engine/load/relative_path.h"

#include <algorithm>

namespace querygate {

bool StaysBelow(std::string_view path) {
  if (path.find('\\') != std::string_view::npos) return false;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string_view segment = path.substr(start, end - start);
    if (segment.empty() || segment == "." || segment == "..") return false;
    start = end + 1;
  }
  return true;
}

}  // namespace querygate
