// Compiled reports and their policies, each read and compiled at most once.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/diagnostic.h"
#include "engine/gateway/gateway.h"
#include "engine/load/catalog.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compile.h"

namespace querygate {

// Thread-safe. What was compiled once stays: a changed file needs a new library.
class Library {
 public:
  explicit Library(Catalog catalog);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const Catalog& catalog() const { return catalog_; }

  // Reads and compiles everything now, the Access document too. What is asked for later is answered from memory, and
  // what is not there now does not exist: a folder that changes is not seen. Called before the library is shared.
  Diagnostics Settle();

  // As the folder has them, or had them when the library was settled.
  bool HasReport(const std::string& id) const;
  std::vector<std::string> ReportIds(Diagnostics& diagnostics) const;

  // Everything that was found wrong on the way, the source's and the limits' faults included.
  Compiled<CompiledReport> Report(const std::string& id);
  Compiled<CompiledReport> Compile(const Loaded<ReportDeclaration>& loaded);
  Compiled<CompiledSource> Source(const std::string& name);
  Compiled<AccessRules> Access();
  Loaded<LimitsDeclaration> Limits(const std::string& name);

  // The backend of a compiled source: never null, the compiler refuses unknown ones.
  const Backend& BackendOf(const CompiledSource& source);

 private:
  template <typename T, typename Make>
  T Once(std::map<std::string, T>& cache, const std::string& name, Make make);

  const Catalog catalog_;
  std::optional<std::vector<std::string>> settled_ids_;  // sorted
  std::mutex mutex_;
  std::map<std::string, Compiled<CompiledReport>> reports_;
  std::map<std::string, Compiled<CompiledSource>> sources_;
  std::map<std::string, Loaded<LimitsDeclaration>> limits_;
  std::optional<Compiled<AccessRules>> access_;
  std::map<std::string, std::unique_ptr<Backend>> backends_;
};

}  // namespace querygate
