#include "engine/backend/registry.h"

#include "engine/backend/files/files_backend.h"
#include "engine/backend/sqlite/demo_database.h"
#include "engine/backend/sqlite/sqlite_backend.h"

namespace querygate {
namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Backend> (*make)(BackendOptions options);
  Expected<void, std::string> (*create)(const std::string& path, const std::string& sql);
};

std::unique_ptr<Backend> MakeSqlite(BackendOptions options) {
  if (!options.isolated) return sqlite::MakeSqliteBackend();
  // Few connections: what they keep cached counts against the process.
  return sqlite::MakeSqliteBackend({.max_idle = 4, .isolated = true});
}

std::unique_ptr<Backend> MakeFiles(BackendOptions options) {
  return files::MakeFilesBackend({.isolated = options.isolated, .cache = {}, .hook = {}});
}

Expected<void, std::string> CreateNone(const std::string&, const std::string&) {
  return Unexpected(std::string("the backend files keeps no database in a file"));
}

constexpr Row kBackends[] = {
    {"sqlite", &MakeSqlite, &sqlite::CreateDatabase},
    {"files", &MakeFiles, &CreateNone},
};

}  // namespace

std::unique_ptr<Backend> MakeBackend(std::string_view name, BackendOptions options) {
  for (const Row& row : kBackends) {
    if (row.name == name) return row.make(options);
  }
  return nullptr;
}

std::vector<std::string_view> BackendNames() {
  std::vector<std::string_view> names;
  for (const Row& row : kBackends) names.push_back(row.name);
  return names;
}

Expected<void, std::string> CreateDatabase(std::string_view backend, const std::string& path, const std::string& sql) {
  for (const Row& row : kBackends) {
    if (row.name == backend) return row.create(path, sql);
  }
  return Unexpected("there is no backend " + std::string(backend));
}

}  // namespace querygate
