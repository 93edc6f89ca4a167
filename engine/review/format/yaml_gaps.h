// What stands between two values: comments and blank lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querygate::review {

struct Comment {
  std::string text;           // from its `#`, without blanks at the end
  int column = 0;             // in the source, from 0
  bool own_line = false;      // nothing before it on its line
  bool blank_before = false;  // an empty line stands before it
  int blanks = 0;             // between it and what it follows on its line
};

struct Gap {
  std::vector<Comment> comments;
  bool blank_at_end = false;  // an empty line before what follows
};

// `source` from `begin` up to `end`, in which no scalar stands; punctuation is passed over.
Gap ReadGap(std::string_view source, std::size_t begin, std::size_t end);

}  // namespace querygate::review
