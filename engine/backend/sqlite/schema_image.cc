#include "engine/backend/sqlite/schema_image.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/handles.h"

namespace querygate::sqlite {
namespace {

// The DDL is a reviewed file, but lint runs on what a pull request brings along.
constexpr int kMaxSchemaBytes = 1'000'000;
constexpr int kMaxSteps = 5'000'000;
constexpr int kStepsPerCall = 1'000;

struct Guard {
  int steps = 0;
  std::string refused;  // what the authorizer said no to
};

bool IsCatalogue(const char* name) {
  return name != nullptr && (std::strcmp(name, "sqlite_master") == 0 || std::strcmp(name, "sqlite_sequence") == 0);
}

// What CREATE TABLE, INDEX, VIEW and TRIGGER need. No rows of the author's: CREATE TABLE AS raises SELECT.
int AuthorizeDdl(void* self, int action, const char* first, const char* second, const char*, const char*) {
  const char* name = nullptr;
  switch (action) {
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_INDEX:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_TRIGGER:
    case SQLITE_REINDEX:      // of a new index
    case SQLITE_TRANSACTION:  // dumps are wrapped in one
      return SQLITE_OK;
    case SQLITE_READ:      // generated columns, CHECK and index expressions
    case SQLITE_FUNCTION:  // there are no rows that they would run on
      return SQLITE_OK;
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
      if (IsCatalogue(first)) return SQLITE_OK;
      name = "changing rows";
      break;
    case SQLITE_PRAGMA:
      // Dumps begin with it; it changes nothing here.
      if (std::strcmp(first, "foreign_keys") == 0) return SQLITE_OK;
      name = "PRAGMA";
      break;
    case SQLITE_CREATE_VTABLE:
      name = "CREATE VIRTUAL TABLE";
      break;
    case SQLITE_ATTACH:
      name = "ATTACH";
      break;
    case SQLITE_SELECT:
      name = "SELECT";
      break;
    default:
      name = "this statement";
      break;
  }
  static_cast<void>(second);
  static_cast<Guard*>(self)->refused = name;
  return SQLITE_DENY;
}

std::size_t LineAt(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

Failure Unloadable(std::string cause) { return {.reason = "query_unavailable", .cause = "schema snapshot" + cause}; }

Failure UnloadableAt(std::string_view ddl, std::size_t offset, const std::string& why) {
  return Unloadable(", line " + std::to_string(LineAt(ddl, offset)) + ": " + why);
}

Expected<void, Failure> RunDdl(sqlite3* connection, std::string_view ddl, Guard& guard) {
  std::size_t at = 0;
  while (at < ddl.size()) {
    guard.refused.clear();
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    int code = sqlite3_prepare_v2(connection, ddl.data() + at, static_cast<int>(ddl.size() - at), &raw, &tail);
    const StatementHandle statement(raw);
    const int inside = sqlite3_error_offset(connection);
    if (code == SQLITE_OK && statement) {
      // VACUUM raises no event before it runs.
      if (sqlite3_stmt_isexplain(statement.get()) != 0) guard.refused = "EXPLAIN";
      if (!guard.refused.empty()) return Unexpected(UnloadableAt(ddl, at, guard.refused + " is not permitted"));
      code = sqlite3_step(statement.get());
      if (code == SQLITE_ROW) code = SQLITE_DONE;
    } else if (code == SQLITE_OK) {
      code = SQLITE_DONE;  // blanks and comments
    }
    if (code != SQLITE_DONE) {
      // The first word of the statement is where the author looks when SQLite names no place.
      const std::size_t blank = ddl.find_first_not_of(" \t\r\n", at);
      const std::size_t place = inside >= 0 ? at + static_cast<std::size_t>(inside) : std::min(blank, ddl.size());
      const std::string why = guard.refused.empty() ? sqlite3_errmsg(connection)
                              : code == SQLITE_AUTH ? guard.refused + " is not permitted"
                                                    : sqlite3_errmsg(connection);
      return Unexpected(UnloadableAt(ddl, place, why));
    }
    const auto next = static_cast<std::size_t>(tail - ddl.data());
    if (next <= at) break;
    at = next;
  }
  if (sqlite3_get_autocommit(connection) == 0) return Unexpected(Unloadable(": its transaction is left open"));
  return {};
}

}  // namespace

void SchemaImage::Release::operator()(unsigned char* bytes) const noexcept { sqlite3_free(bytes); }

std::span<const unsigned char> SchemaImage::bytes() const { return {bytes_.get(), size_}; }

Expected<std::shared_ptr<const SchemaImage>, Failure> SchemaImage::Make(std::string_view ddl) {
  if (ddl.size() > kMaxSchemaBytes) return Unexpected(Unloadable(" is longer than 1,000,000 bytes"));
  if (ddl.find('\0') != std::string_view::npos) return Unexpected(Unloadable(" contains a NUL byte"));

  Guard guard;  // outlives the connection
  Authorizer authorizer;
  sqlite3* raw = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int opened = sqlite3_open_v2(":memory:", &raw, kFlags, nullptr);
  const ConnectionHandle connection(raw);
  if (opened != SQLITE_OK) return Unexpected(Unloadable(": " + CurrentFault(raw, "opening memory").message));

  sqlite3_set_authorizer(raw, AuthorizeDdl, &guard);
  sqlite3_progress_handler(
      raw, kStepsPerCall,
      [](void* self) {
        auto& steps = static_cast<Guard*>(self)->steps;
        steps += kStepsPerCall;
        return steps > kMaxSteps ? 1 : 0;
      },
      &guard);
  sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(raw, SQLITE_LIMIT_LENGTH, kMaxSchemaBytes);
  sqlite3_limit(raw, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  if (auto ran = RunDdl(raw, ddl, guard); !ran) return Unexpected(std::move(ran).error());

  authorizer.Install(raw);
  auto schema = ReadSchema(raw, authorizer);
  if (!schema) return Unexpected(Unloadable(": " + schema.error().message));

  std::shared_ptr<SchemaImage> image(new SchemaImage);
  image->schema_ = *std::move(schema);
  sqlite3_set_authorizer(raw, nullptr, nullptr);  // only the copying is left
  sqlite3_int64 size = 0;
  image->bytes_.reset(sqlite3_serialize(raw, "main", &size, 0));
  // Without a single object there may be no page yet; whether there is one depends on the version.
  if (image->schema_.objects.empty() || !image->bytes_ || size <= 0) return Unexpected(Unloadable(" creates nothing"));
  image->size_ = static_cast<std::size_t>(size);
  return std::shared_ptr<const SchemaImage>(std::move(image));
}

Expected<std::shared_ptr<const SchemaImage>, Failure> SchemaImages::Get(const std::string& ddl) {
  const std::lock_guard lock(mutex_);
  const auto found = images_.find(ddl);
  if (found != images_.end()) return found->second;
  auto made = SchemaImage::Make(ddl);
  if (made) images_.emplace(ddl, *made);
  return made;
}

}  // namespace querygate::sqlite
