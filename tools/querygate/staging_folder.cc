#include "tools/querygate/staging_folder.h"

#include <fstream>
#include <string>

#include <stdlib.h>

namespace querygate::cli {

namespace fs = std::filesystem;

StagingFolder::StagingFolder(const fs::path& destination) {
  std::string pattern = destination.string() + ".tmp-XXXXXX";
  if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void StagingFolder::MoveTo(const fs::path& destination, std::error_code& error) {
  fs::permissions(path_, fs::perms(0755), error);
  if (!error) fs::rename(path_, destination, error);
  if (!error) path_.clear();
}

bool WriteWholeFile(const fs::path& path, std::string_view text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return !error && file.good();
}

}  // namespace querygate::cli
