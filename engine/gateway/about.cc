#include "engine/gateway/about.h"

#include "engine/backend/registry.h"

namespace querygate {

std::vector<std::string> BackendVersions() {
  std::vector<std::string> versions;
  for (const std::string_view name : BackendNames()) versions.push_back(MakeBackend(name)->Version());
  return versions;
}

}  // namespace querygate
