// One golden case: where it is, what it runs, and the temporary folder that it runs in.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace querygate::golden {

// Below cases/: every folder that holds a `command` file, sorted. Relative to `root`.
std::vector<std::string> FindCases(const std::filesystem::path& root);

// A file's text; empty when there is no such file.
std::optional<std::string> ReadText(const std::filesystem::path& path);

// `NAME=VALUE` lines of a case's `environment` file.
std::map<std::string, std::string> ReadEnvironment(const std::filesystem::path& case_folder);

// A fresh folder with the case's deployment (`deployment` names a tree, `shipped` means the repository's own) and its
// `files`; then every `X.sqlite.sql` in it has become the database `X.sqlite`. Removed at the end. Throws
// std::runtime_error on a case that cannot be set up.
class WorkingFolder {
 public:
  WorkingFolder(const std::filesystem::path& repository, const std::filesystem::path& case_folder);
  ~WorkingFolder();
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace querygate::golden
