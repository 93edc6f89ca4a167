// A private folder that goes with its owner.
#pragma once

#include <memory>
#include <string>

#include "engine/base/expected.h"

namespace querygate::sqlite {

class ScratchFolder {
 public:
  // Below the system's folder for temporary files, readable by this user alone. The error is one line.
  static Expected<std::unique_ptr<ScratchFolder>, std::string> Make();
  // Removes the folder and everything in it, and keeps silent about what it cannot remove.
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace querygate::sqlite
