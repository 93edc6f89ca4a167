// The files that pages load, compiled in. Their names carry their content, so that they can be kept for ever.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querygate::web {

struct Asset {
  std::string path;  // "/assets/pages-0123456789abcdef.css"
  std::string_view content_type;
  std::string_view text;
  std::string entity_tag;  // strong, quoted
};

// Immutable once made; thread-safe.
class Assets {
 public:
  Assets();
  // Null for any other path.
  const Asset* Find(std::string_view path) const;
  // The path of a file by the name that it has in the source tree; empty for none.
  std::string PathOf(std::string_view file) const;

 private:
  struct Row {
    std::string_view file;
    Asset asset;
  };
  std::vector<Row> rows_;
};

}  // namespace querygate::web
