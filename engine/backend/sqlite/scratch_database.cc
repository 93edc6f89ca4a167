#include "engine/backend/sqlite/scratch_database.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/bind_value.h"
#include "engine/backend/sqlite/handles.h"
#include "engine/base/suggest.h"
#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

// A test is a reviewed file, but it runs on what a pull request brings along.
constexpr std::int64_t kMaxSteps = 50'000'000;
constexpr int kStepsPerCall = 1'000;

ScratchFault SystemFault(std::string message) { return {ScratchFault::Where::kSystem, 0, std::move(message), {}}; }
ScratchFault RowFault(std::size_t row, std::string message, std::string help = {}) {
  return {ScratchFault::Where::kRow, row, std::move(message), std::move(help)};
}
ScratchFault ScriptFault(std::size_t offset, std::string message) {
  return {ScratchFault::Where::kScript, offset, std::move(message),
          "a fixture holds INSERT statements with VALUES and nothing else"};
}

std::string Nearest(const std::string& name, const std::vector<std::string>& candidates) {
  const auto near = NearestName(name, candidates);
  return near ? "did you mean `" + *near + "`?" : std::string();
}

int AuthorizeInsert(void*, int action, const char* first, const char*, const char*, const char*) {
  switch (action) {
    case SQLITE_INSERT:
      return std::string_view(first == nullptr ? "" : first).starts_with("sqlite_") ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_SELECT:  // several rows of VALUES; reading a table would need a READ
      return SQLITE_OK;
    default:  // ends of transactions, too: everything is stored in one
      return SQLITE_DENY;
  }
}

std::string QuotedName(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// The statement that stores rows of one table: a slot for each column that is not computed.
struct Insert {
  StatementHandle statement;
  std::map<std::string, int, std::less<>> slots;  // folded name: one-based
  std::vector<std::string> names;
};

class Filler {
 public:
  Filler(sqlite3* connection, const Schema& schema) : connection_(connection), schema_(schema) {}

  Expected<void, ScratchFault> Run(const std::string& script) {
    std::size_t at = 0;
    while (at < script.size()) {
      sqlite3_stmt* raw = nullptr;
      const char* tail = nullptr;
      int code = sqlite3_prepare_v2(connection_, script.data() + at, static_cast<int>(script.size() - at), &raw, &tail);
      const StatementHandle statement(raw);
      const int inside = sqlite3_error_offset(connection_);
      const std::size_t start = std::min(script.find_first_not_of(" \t\r\n", at), script.size());
      const std::size_t place = inside >= 0 ? at + static_cast<std::size_t>(inside) : start;
      if (code != SQLITE_OK) {
        const bool denied = (code & 0xFF) == SQLITE_AUTH;
        return Unexpected(ScriptFault(place, denied ? "this statement is not permitted" : sqlite3_errmsg(connection_)));
      }
      if (statement) {
        const bool inserts =
            sqlite3_stmt_readonly(raw) == 0 && sqlite3_stmt_isexplain(raw) == 0 && sqlite3_column_count(raw) == 0;
        if (!inserts) return Unexpected(ScriptFault(start, "this statement is not permitted"));
        code = sqlite3_step(raw);
        if (code != SQLITE_DONE) return Unexpected(ScriptFault(start, sqlite3_errmsg(connection_)));
      }
      at = static_cast<std::size_t>(tail - script.data());
    }
    return {};
  }

  Expected<void, ScratchFault> Store(const std::vector<ScratchRow>& rows) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (auto stored = Store(rows[row], row); !stored) return stored;
    }
    return {};
  }

 private:
  Expected<Insert*, ScratchFault> InsertFor(const std::string& table, std::size_t row) {
    const auto found = inserts_.find(FoldName(table));
    if (found != inserts_.end()) return &found->second;
    const SchemaObject* object = schema_.Find(FoldName(table));
    if (object == nullptr) {
      std::vector<std::string> names;
      for (const auto& [folded, known] : schema_.objects) names.push_back(known.name);
      return Unexpected(RowFault(row, "the schema has no table `" + table + "`", Nearest(table, names)));
    }
    if (object->kind != SchemaObject::Kind::kTable) {
      return Unexpected(RowFault(row, "`" + table + "` is a view", "give rows to the tables that it reads"));
    }
    Insert insert;
    std::string columns;
    std::string values;
    for (const SchemaColumn& column : object->columns) {
      if (column.generated != SchemaColumn::Generated::kNo) continue;
      insert.names.push_back(column.name);
      insert.slots.emplace(FoldName(column.name), static_cast<int>(insert.names.size()));
      columns += (columns.empty() ? "" : ", ") + QuotedName(column.name);
      values += values.empty() ? "?" : ", ?";
    }
    const std::string sql = "INSERT INTO " + QuotedName(object->name) + " (" + columns + ") VALUES (" + values + ")";
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v2(connection_, sql.c_str(), static_cast<int>(sql.size()), &raw, nullptr);
    insert.statement.reset(raw);
    if (code != SQLITE_OK) return Unexpected(RowFault(row, sqlite3_errmsg(connection_)));
    return &inserts_.emplace(FoldName(table), std::move(insert)).first->second;
  }

  Expected<void, ScratchFault> Store(const ScratchRow& given, std::size_t row) {
    const auto insert = InsertFor(given.table, row);
    if (!insert) return Unexpected(insert.error());
    sqlite3_stmt* statement = (*insert)->statement.get();
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    for (const auto& [column, value] : given.columns) {
      const auto slot = (*insert)->slots.find(FoldName(column));
      if (slot == (*insert)->slots.end()) {
        return Unexpected(RowFault(row, "`" + given.table + "` has no column `" + column + "` that takes a value",
                                   Nearest(column, (*insert)->names)));
      }
      if (BindValue(statement, slot->second, value) != SQLITE_OK) {
        return Unexpected(RowFault(row, sqlite3_errmsg(connection_)));
      }
    }
    if (sqlite3_step(statement) != SQLITE_DONE) return Unexpected(RowFault(row, sqlite3_errmsg(connection_)));
    return {};
  }

  sqlite3* connection_;
  const Schema& schema_;
  std::map<std::string, Insert> inserts_;
};

Expected<void, ScratchFault> WriteImage(const SchemaImage& image, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  const auto bytes = image.bytes();
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return Unexpected(SystemFault("cannot write " + path));
  return {};
}

}  // namespace

Expected<void, ScratchFault> FillScratch(const SchemaImage& image, const ScratchData& data, const std::string& path) {
  if (auto written = WriteImage(image, path); !written) return written;
  if (data.script.empty() && data.rows.empty()) return {};
  sqlite3* raw = nullptr;
  const int opened =
      sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nullptr);
  const ConnectionHandle connection(raw);
  if (opened != SQLITE_OK) return Unexpected(SystemFault("cannot open " + path + ": " + sqlite3_errstr(opened)));

  sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_FKEY, 0, nullptr);
  std::int64_t steps = 0;
  sqlite3_progress_handler(
      raw, kStepsPerCall,
      [](void* self) { return (*static_cast<std::int64_t*>(self) += kStepsPerCall) > kMaxSteps ? 1 : 0; }, &steps);

  // Half a database is thrown away, so nothing needs a journal or has to reach the disk.
  const char* begin = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN";
  if (sqlite3_exec(raw, begin, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return Unexpected(SystemFault(std::string("cannot fill ") + path + ": " + sqlite3_errmsg(raw)));
  }
  sqlite3_set_authorizer(raw, AuthorizeInsert, nullptr);
  {
    Filler filler(raw, image.schema());
    if (auto ran = filler.Run(data.script); !ran) return ran;
    if (auto stored = filler.Store(data.rows); !stored) return stored;
  }
  sqlite3_set_authorizer(raw, nullptr, nullptr);
  if (sqlite3_exec(raw, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK) {
    return Unexpected(SystemFault(std::string("cannot fill ") + path + ": " + sqlite3_errmsg(raw)));
  }
  return {};
}

}  // namespace querygate::sqlite
