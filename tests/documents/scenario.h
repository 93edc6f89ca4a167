// The shipped declarations over databases that a test makes, called through the facade.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/gateway/gateway.h"

namespace querygate::scenario {

// A directory of its own, removed at the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

// The text of a file of the repository.
std::string RepositoryFile(std::string_view path);
std::string FileBytes(const std::string& path);

// Runs SQL on a writable connection; fails the test on an error.
void WriteDatabase(const std::string& path, const std::string& sql);

// Tables of a source's schema snapshot, then its demo rows when asked for.
void MakeSource(const std::string& path, const std::string& source, bool demo_rows);

using Words = std::vector<std::string>;

// One call as the command line would make it.
struct Call {
  std::string report;
  Words arguments;  // name=value
  Words scope;      // name=value
  HostLimits limits;
  std::chrono::seconds age{0};  // how long ago the request was accepted
};

// A gateway over the repository's reports and policies, its sources where the test put them.
class Deployment {
 public:
  explicit Deployment(std::map<std::string, std::string> sources);
  // The body of design's json format: delivered, rejected or failed.
  std::string Run(const Call& call) const;

 private:
  Gateway gateway_;
};

}  // namespace querygate::scenario
