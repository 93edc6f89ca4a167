// A folder beside its destination that becomes the destination only when it is whole.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace querygate::cli {

// Removed with all that it holds unless it was moved.
class StagingFolder {
 public:
  explicit StagingFolder(const std::filesystem::path& destination);
  ~StagingFolder();
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  // empty: it could not be made
  void MoveTo(const std::filesystem::path& destination, std::error_code& error);

 private:
  std::filesystem::path path_;
};

// Makes the folders on the way too. False when not every byte was written.
bool WriteWholeFile(const std::filesystem::path& path, std::string_view text);

}  // namespace querygate::cli
