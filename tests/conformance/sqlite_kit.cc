#include "tests/conformance/sqlite_kit.h"

#include <stdexcept>

#include <sqlite3.h>

#include "engine/backend/registry.h"

namespace querygate::testing {

Writer::Writer(const std::string& path) {
  if (sqlite3_open(path.c_str(), &handle_) != SQLITE_OK) {
    const std::string message = sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw std::runtime_error("opening " + path + ": " + message);
  }
}

Writer::~Writer() { sqlite3_close(handle_); }

void Writer::Run(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sql + ": " + sqlite3_errmsg(handle_));
  }
}

SqliteKit::SqliteKit(const std::string& schema_sql) : path_(folder_ / "test.sqlite") { Run(schema_sql); }

std::unique_ptr<Backend> SqliteKit::MakeBackend() const { return querygate::MakeBackend("sqlite"); }

void SqliteKit::Run(const std::string& sql) { Writer(path_).Run(sql); }

std::shared_ptr<void> SqliteKit::LockOut() {
  auto writer = std::make_shared<Writer>(path_);
  writer->Run("BEGIN EXCLUSIVE");
  return writer;
}

const std::vector<NamedKit>& DatabaseKits() {
  static const std::vector<NamedKit> kKits = {
      {"sqlite",
       [](const std::string& schema) -> std::unique_ptr<DatabaseKit> { return std::make_unique<SqliteKit>(schema); }},
  };
  return kKits;
}

}  // namespace querygate::testing
