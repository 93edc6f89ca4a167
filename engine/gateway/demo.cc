#include "engine/gateway/demo.h"

#include "engine/backend/registry.h"

namespace querygate {

Expected<void, std::string> CreateDemoDatabase(const std::string& path, const std::string& sql) {
  return CreateDatabase("sqlite", path, sql);
}

}  // namespace querygate
