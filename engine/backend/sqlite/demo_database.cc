#include "engine/backend/sqlite/demo_database.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "engine/backend/sqlite/handles.h"

namespace querygate::sqlite {

namespace {

std::string ErrorText(int error) { return std::generic_category().message(error); }

// A file that nobody else has; removed when this goes out of scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {
    const int file = open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0644);
    error_ = file < 0 ? errno : 0;
    if (file >= 0) close(file);
  }
  ~TemporaryFile() {
    if (error_ == 0) unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  int error() const { return error_; }

 private:
  std::string path_;
  int error_ = 0;
};

Expected<void, std::string> RunScript(const std::string& path, const std::string& sql) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE, nullptr);
  const ConnectionHandle connection(raw);
  if (opened != SQLITE_OK) return Unexpected(std::string(sqlite3_errstr(opened)));
  // A half-written file is thrown away, so nothing needs a journal.
  const std::string script = "PRAGMA journal_mode=OFF; BEGIN;" + sql + ";COMMIT;";
  if (sqlite3_exec(connection.get(), script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return Unexpected(std::string(sqlite3_errmsg(connection.get())));
  }
  return {};
}

}  // namespace

Expected<void, std::string> CreateDatabase(const std::string& path, const std::string& sql) {
  const TemporaryFile file(path + ".tmp-" + std::to_string(getpid()));
  if (file.error() != 0) return Unexpected("cannot create " + path + ": " + ErrorText(file.error()));
  if (auto ran = RunScript(file.path(), sql); !ran) return Unexpected("cannot fill " + path + ": " + ran.error());
  // Unlike rename, link never replaces what is there.
  if (link(file.path().c_str(), path.c_str()) != 0)
    return Unexpected("cannot create " + path + ": " + ErrorText(errno));
  return {};
}

}  // namespace querygate::sqlite
