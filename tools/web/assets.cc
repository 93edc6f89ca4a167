#include "tools/web/assets.h"

#include <algorithm>
#include <array>
#include <span>

#include "engine/policy/digest.h"
#include "engine/render/embedded_file.h"

namespace querygate {
std::span<const EmbeddedFile> PageAssets();  // generated
}

namespace querygate::web {

namespace {

struct TypeRow {
  std::string_view extension;
  std::string_view content_type;
};

constexpr auto kTypes = std::to_array<TypeRow>({
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
});

}  // namespace

Assets::Assets() {
  for (const EmbeddedFile& file : PageAssets()) {
    const std::size_t dot = file.path.rfind('.');
    const std::string digest = Sha256Hex(file.text).substr(0, 16);
    Asset asset;
    asset.path = "/assets/" + std::string(file.path.substr(0, dot)) + '-' + digest + std::string(file.path.substr(dot));
    asset.text = file.text;
    asset.entity_tag = '"' + digest + '"';
    for (const TypeRow& row : kTypes) {
      if (file.path.ends_with(row.extension)) asset.content_type = row.content_type;
    }
    rows_.push_back({file.path, std::move(asset)});
  }
}

const Asset* Assets::Find(std::string_view path) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [path](const Row& row) { return row.asset.path == path; });
  return found == rows_.end() ? nullptr : &found->asset;
}

std::string Assets::PathOf(std::string_view file) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [file](const Row& row) { return row.file == file; });
  return found == rows_.end() ? std::string() : found->asset.path;
}

}  // namespace querygate::web
