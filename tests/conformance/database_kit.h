// What the conformance cases need of a database product besides the backend itself: a place with data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate::testing {

// One database with writers that are not ours.
class DatabaseKit {
 public:
  virtual ~DatabaseKit() = default;
  virtual std::unique_ptr<Backend> MakeBackend() const = 0;
  // What Backend::Attach takes.
  virtual const std::string& location() const = 0;
  // Runs trusted statements; a failure fails the test.
  virtual void Run(const std::string& sql) = 0;
  // While it lives, a writer keeps everyone else out.
  virtual std::shared_ptr<void> LockOut() = 0;
  // Everything the database holds, for before and after.
  virtual std::string Bytes() const = 0;
};

using KitFactory = std::unique_ptr<DatabaseKit> (*)(const std::string& schema_sql);
struct NamedKit {
  const char* name;
  KitFactory make;
};
// Every backend that this build can test.
const std::vector<NamedKit>& DatabaseKits();

}  // namespace querygate::testing
