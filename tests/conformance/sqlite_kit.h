// SQLite files made by SQLite itself, for tests.
#pragma once

#include <memory>
#include <string>

#include "tests/conformance/database_kit.h"
#include "tests/conformance/temporary_folder.h"

struct sqlite3;

namespace querygate::testing {

// A plain writer's connection; errors throw, which fails the test.
class Writer {
 public:
  explicit Writer(const std::string& path);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  void Run(const std::string& sql);
  sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

class SqliteKit final : public DatabaseKit {
 public:
  explicit SqliteKit(const std::string& schema_sql);
  std::unique_ptr<Backend> MakeBackend() const override;
  const std::string& location() const override { return path_; }
  void Run(const std::string& sql) override;
  std::shared_ptr<void> LockOut() override;
  std::string Bytes() const override { return ReadFile(path_); }

  std::string Beside(const std::string& name) const { return folder_ / name; }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

}  // namespace querygate::testing
