#include "engine/backend/sqlite/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace querygate::sqlite {

Expected<std::unique_ptr<ScratchFolder>, std::string> ScratchFolder::Make() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) return Unexpected("there is no folder for temporary files: " + error.message());
  std::string path = (parent / "querygate-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) {
    return Unexpected("cannot create a folder below " + parent.string() + ": " +
                      std::generic_category().message(errno));
  }
  return std::unique_ptr<ScratchFolder>(new ScratchFolder(std::move(path)));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace querygate::sqlite
