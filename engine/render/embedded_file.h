// A text file of the source tree that was compiled in, so that an installed program needs no data beside it.
#pragma once

#include <span>
#include <string_view>

namespace querygate {

struct EmbeddedFile {
  std::string_view path;  // relative, with '/'
  std::string_view text;
};

}  // namespace querygate
