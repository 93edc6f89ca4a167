// The declarations of a git revision, written into a private folder. Nothing of the revision is executed: objects are
// read by `git ls-tree` and `git cat-file`, which run no hooks and no filters, and which, unlike `git archive`, do not
// let attributes of the revision hide files from its own review.
#pragma once

#include <memory>
#include <string>

#include "engine/base/expected.h"

namespace querygate::cli {

// A folder that only we may read, removed with all it holds.
class PrivateFolder {
 public:
  // The error is one line for people.
  static Expected<std::unique_ptr<PrivateFolder>, std::string> Make();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit PrivateFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

// Writes the configuration `config` of `revision`, and all that lies in the folders that it names, below `folder`.
// Paths are those below the working directory. Symbolic links and submodules in there are refused. The error is one
// line for people.
Expected<void, std::string> ExtractRevision(const std::string& revision, const std::string& config,
                                            const PrivateFolder& folder);

}  // namespace querygate::cli
