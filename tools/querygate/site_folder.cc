#include "tools/querygate/site_folder.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>

#include "tools/querygate/staging_folder.h"

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kList = ".querygate-docs";

// The files of the folder's own list, the list among them; empty when it has none.
std::set<std::string> ReadList(const fs::path& folder) {
  std::set<std::string> files;
  std::ifstream stream(folder / kList, std::ios::binary);
  for (std::string line; std::getline(stream, line);) files.insert(line);
  if (!files.empty()) files.insert(kList);
  return files;
}

// Empty when all that is there may be replaced; else the first path, in order, that may not.
std::optional<std::string> FindForeign(const fs::path& folder) {
  const std::set<std::string> own = ReadList(folder);
  std::set<std::string> foreign;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored) && !it->is_symlink(ignored);
    const std::string path = it->path().lexically_relative(folder).generic_string();
    if (!is_folder && own.count(path) == 0) foreign.insert(path);
  }
  if (error) return "a folder that cannot be read";
  return foreign.empty() ? std::nullopt : std::optional(*foreign.begin());
}

FolderFault Failed(const fs::path& path, const std::error_code& error) {
  return {false, "cannot write " + path.string() + ": " + error.message()};
}

}  // namespace

Expected<void, FolderFault> WriteSiteFolder(const std::string& folder,
                                            const std::map<std::string, std::string>& files) {
  fs::path destination = fs::path(folder).lexically_normal();
  if (!destination.has_filename()) destination = destination.parent_path();
  std::error_code error;
  const fs::file_type type = fs::symlink_status(destination, error).type();
  const bool exists = type != fs::file_type::not_found;
  if (exists) {
    if (type != fs::file_type::directory) return Unexpected(FolderFault{true, destination.string() + " is no folder"});
    if (const auto foreign = FindForeign(destination)) {
      return Unexpected(FolderFault{true, destination.string() + " holds " + *foreign + ", which is not of this site"});
    }
  }

  StagingFolder staging(destination);
  if (staging.path().empty()) {
    return Unexpected(FolderFault{false, "cannot make a folder beside " + destination.string()});
  }
  std::string list;
  for (const auto& [path, text] : files) {
    if (!WriteWholeFile(staging.path() / path, text)) return Unexpected(FolderFault{false, "cannot write " + path});
    list += path + '\n';
  }
  if (!WriteWholeFile(staging.path() / kList, list)) return Unexpected(FolderFault{false, "cannot write the list"});

  if (exists) {
    StagingFolder old(destination);
    if (old.path().empty()) {
      return Unexpected(FolderFault{false, "cannot make a folder beside " + destination.string()});
    }
    fs::rename(destination, old.path() / "old", error);
    if (error) return Unexpected(Failed(destination, error));
    staging.MoveTo(destination, error);
    if (error) {
      std::error_code ignored;
      fs::rename(old.path() / "old", destination, ignored);  // as it was
    }
  } else {
    staging.MoveTo(destination, error);
  }
  if (error) return Unexpected(Failed(destination, error));
  return {};
}

}  // namespace querygate::cli
