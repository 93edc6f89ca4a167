// A comment of a document and the lines that it speaks of.
#pragma once

#include <string>

#include "engine/base/source_text.h"

namespace querygate {

struct Comment {
  std::string text;         // from its `#` to the end of the line
  SourcePosition position;  // of the `#`

  // The lines that it stands at or before, one-based and inclusive: at the end of a line, that line; alone on a
  // line, the next one that holds something. Where a scalar of several lines has a part on such a line, all of its
  // lines; at or before the document's first line the file as a whole too, which is line 0. Nothing follows: {1, 0}.
  int first_line = 1;
  int last_line = 0;

  bool Covers(int line) const { return first_line <= line && line <= last_line; }
};

}  // namespace querygate
