#include "engine/review/format/yaml_gaps.h"

#include <algorithm>

#include "engine/review/format/yaml_scalars.h"

namespace querygate::review {

Gap ReadGap(std::string_view source, std::size_t begin, std::size_t end) {
  Gap gap;
  int line_ends = begin == 0 ? 1 : 0;  // since the last thing that is no blank
  int blanks = 0;
  bool own_line = begin == 0;
  for (std::size_t at = begin; at < end; ++at) {
    const char character = source[at];
    if (character == '\n') {
      ++line_ends;
      own_line = true;
      blanks = 0;
    } else if (character == ' ' || character == '\t' || character == '\r') {
      ++blanks;
    } else if (character == '#') {
      const std::size_t line_end = std::min(source.find('\n', at), source.size());
      std::string_view text = source.substr(at, line_end - at);
      text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
      gap.comments.push_back({std::string(text), ColumnAt(source, at), own_line, line_ends > 1, blanks});
      line_ends = 0;
      at = line_end - 1;
    } else {
      line_ends = 0;
      blanks = 0;
      own_line = false;
    }
  }
  gap.blank_at_end = line_ends > 1;
  return gap;
}

}  // namespace querygate::review
