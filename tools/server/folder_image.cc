#include "tools/server/folder_image.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <sys/stat.h>

namespace querygate::server {
namespace {

std::string ImageOfFile(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return {};
  return path + '\0' + std::to_string(found.st_dev) + ' ' + std::to_string(found.st_ino) + ' ' +
         std::to_string(found.st_size) + ' ' + std::to_string(found.st_ctim.tv_sec) + '.' +
         std::to_string(found.st_ctim.tv_nsec) + '\n';
}

}  // namespace

std::string ImageOfFolders(std::span<const std::string> folders) {
  namespace fs = std::filesystem;
  std::vector<std::string> images;
  for (const std::string& folder : folders) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      images.push_back(ImageOfFile(entry->path().string()));
    }
  }
  std::sort(images.begin(), images.end());
  std::string image;
  for (const std::string& one : images) image += one;
  return image;
}

}  // namespace querygate::server
