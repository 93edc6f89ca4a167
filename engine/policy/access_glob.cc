#include <vector>

#include "engine/policy/access_rules.h"

namespace querygate {

// Dynamic programming over the glob: `reached[i]` says whether the id read so far can end before glob
// position i. Linear in glob times id, whatever the stars.
bool MatchesGlob(std::string_view glob, std::string_view id) {
  struct Part {
    char character = 0;  // 0: any run of characters
    bool across = false;
  };
  std::vector<Part> parts;
  for (std::size_t index = 0; index < glob.size(); ++index) {
    if (glob[index] != '*') {
      parts.push_back({glob[index], false});
    } else if (index + 1 < glob.size() && glob[index + 1] == '*') {
      parts.push_back({0, true});
      ++index;
    } else {
      parts.push_back({0, false});
    }
  }
  std::vector<bool> reached(parts.size() + 1, false);
  reached[0] = true;
  const auto skip_empty_runs = [&] {
    for (std::size_t index = 0; index < parts.size(); ++index) {
      if (reached[index] && parts[index].character == 0) reached[index + 1] = true;
    }
  };
  skip_empty_runs();
  for (const char character : id) {
    std::vector<bool> next(parts.size() + 1, false);
    for (std::size_t index = 0; index < parts.size(); ++index) {
      if (!reached[index]) continue;
      const Part& part = parts[index];
      if (part.character == 0 && (part.across || character != '/')) next[index] = true;
      if (part.character != 0 && part.character == character) next[index + 1] = true;
    }
    reached = std::move(next);
    skip_empty_runs();
  }
  return reached[parts.size()];
}

}  // namespace querygate
