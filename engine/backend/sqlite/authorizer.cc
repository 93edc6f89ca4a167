#include "engine/backend/sqlite/authorizer.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

// Indexed by SQLite's action codes, which are part of its stable interface.
constexpr std::array<std::string_view, 34> kActionNames{
    "COPY",
    "CREATE INDEX",
    "CREATE TABLE",
    "CREATE TEMP INDEX",
    "CREATE TEMP TABLE",
    "CREATE TEMP TRIGGER",
    "CREATE TEMP VIEW",
    "CREATE TRIGGER",
    "CREATE VIEW",
    "DELETE",
    "DROP INDEX",
    "DROP TABLE",
    "DROP TEMP INDEX",
    "DROP TEMP TABLE",
    "DROP TEMP TRIGGER",
    "DROP TEMP VIEW",
    "DROP TRIGGER",
    "DROP VIEW",
    "INSERT",
    "PRAGMA",
    "READ",
    "SELECT",
    "TRANSACTION",
    "UPDATE",
    "ATTACH",
    "DETACH",
    "ALTER TABLE",
    "REINDEX",
    "ANALYZE",
    "CREATE VIRTUAL TABLE",
    "DROP VIRTUAL TABLE",
    "FUNCTION",
    "SAVEPOINT",
    "RECURSIVE",
};
static_assert(SQLITE_CREATE_TEMP_TRIGGER == 5 && SQLITE_DELETE == 9 && SQLITE_PRAGMA == 19 && SQLITE_READ == 20 &&
              SQLITE_ATTACH == 24 && SQLITE_FUNCTION == 31 && SQLITE_RECURSIVE == 33);

std::string ActionName(int action) {
  if (action >= 0 && static_cast<std::size_t>(action) < kActionNames.size())
    return std::string(kActionNames[static_cast<std::size_t>(action)]);
  return "action " + std::to_string(action);
}

// One thing that our own text may do, and why. A null pattern matches anything.
struct Permit {
  int action;
  const char* first;
  const char* second;
  const char* database;
  const char* reason;
};

constexpr std::array kSetUpPermits{
    Permit{SQLITE_PRAGMA, "busy_timeout", nullptr, nullptr, "lock wait"},
    Permit{SQLITE_PRAGMA, "cache_size", nullptr, nullptr, "bounded page cache"},
    Permit{SQLITE_PRAGMA, "cell_size_check", nullptr, nullptr, "hostile files: check cells as pages are read"},
    Permit{SQLITE_PRAGMA, "compile_options", nullptr, nullptr, "what this build can promise"},
    Permit{SQLITE_PRAGMA, "database_list", nullptr, nullptr, "nothing but main may be attached"},
    Permit{SQLITE_PRAGMA, "function_list", nullptr, nullptr, "permitted functions must be SQLite's own"},
    Permit{SQLITE_PRAGMA, "hard_heap_limit", nullptr, nullptr, "memory budget"},
    Permit{SQLITE_PRAGMA, "journal_mode", nullptr, "main", "read back only: the file is open read-only"},
    Permit{SQLITE_PRAGMA, "journal_mode", nullptr, nullptr, "read back only: the file is open read-only"},
    Permit{SQLITE_PRAGMA, "mmap_size", nullptr, nullptr, "no mapping of a file that others may truncate"},
    Permit{SQLITE_PRAGMA, "query_only", nullptr, nullptr, "no write, whatever is prepared"},
    Permit{SQLITE_PRAGMA, "temp_store", nullptr, nullptr, "no temporary file"},
    Permit{SQLITE_PRAGMA, "threads", nullptr, nullptr, "no helper thread"},
    Permit{SQLITE_PRAGMA, "trusted_schema", nullptr, nullptr, "views and defaults call only harmless functions"},
    Permit{SQLITE_CREATE_TEMP_VIEW, nullptr, nullptr, "temp", "row scope"},
    // A CREATE VIEW stores its text as a row of the temporary catalogue.
    Permit{SQLITE_INSERT, "sqlite_temp_master", nullptr, "temp", "row scope: the view's catalogue row"},
    Permit{SQLITE_UPDATE, "sqlite_temp_master", nullptr, "temp", "row scope: the view's catalogue row"},
    Permit{SQLITE_READ, "sqlite_temp_master", "ROWID", "temp", "row scope: the view's catalogue row"},
};

constexpr std::array kOwnPermits{
    Permit{SQLITE_TRANSACTION, nullptr, nullptr, nullptr, "one read transaction for one call"},
    Permit{SQLITE_SELECT, nullptr, nullptr, nullptr, "reading the catalogue"},
    Permit{SQLITE_READ, "sqlite_master", nullptr, "main", "reading the catalogue"},
    Permit{SQLITE_READ, "sqlite_temp_master", nullptr, "temp", "nothing but the scope views may be there"},
    Permit{SQLITE_PRAGMA, "schema_version", nullptr, nullptr, "schema cookie"},
    Permit{SQLITE_PRAGMA, "encoding", nullptr, nullptr, "text order depends on it"},
    Permit{SQLITE_PRAGMA, "table_xinfo", nullptr, nullptr, "columns"},
    Permit{SQLITE_PRAGMA, "index_list", nullptr, nullptr, "indexes"},
    Permit{SQLITE_PRAGMA, "index_xinfo", nullptr, nullptr, "index keys"},
    Permit{SQLITE_PRAGMA, "table_list", nullptr, nullptr, "WITHOUT ROWID, virtual tables"},
    Permit{SQLITE_PRAGMA, "database_list", nullptr, nullptr, "nothing but main may be attached"},
    Permit{SQLITE_PRAGMA, "function_list", nullptr, nullptr, "permitted functions must be SQLite's own"},
    Permit{SQLITE_PRAGMA, "query_only", nullptr, nullptr, "still on?"},
};

bool Matches(const char* pattern, const char* argument) {
  if (pattern == nullptr) return true;
  return argument != nullptr && std::string_view(pattern) == argument;
}

bool Permitted(std::span<const Permit> permits, int action, const char* first, const char* second,
               const char* database) {
  for (const Permit& permit : permits) {
    if (permit.action == action && Matches(permit.first, first) && Matches(permit.second, second) &&
        Matches(permit.database, database))
      return true;
  }
  return false;
}

std::string_view View(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

// False when the callback's arguments do not have the form that was measured for the action.
bool ToEvent(int action, const char* first, const char* second, const char* database, const char* accessor,
             AccessEvent& event) {
  event.accessor = View(accessor);
  if (database != nullptr) event.schema = database;
  switch (action) {
    case SQLITE_SELECT:
      event.kind = AccessEvent::Kind::kSelect;
      return true;
    case SQLITE_READ:
      // The column that stands for "some row" is empty, never absent.
      if (first == nullptr || second == nullptr) return false;
      event.kind = AccessEvent::Kind::kRead;
      event.object = first;
      event.column = second;
      return true;
    case SQLITE_FUNCTION:
      if (second == nullptr) return false;
      event.kind = AccessEvent::Kind::kFunction;
      event.function = second;
      return true;
    case SQLITE_RECURSIVE:
      event.kind = AccessEvent::Kind::kRecursive;
      return true;
    default:
      event.kind = AccessEvent::Kind::kOther;
      return true;
  }
}

const ScopedAccess* ScopedBySecret(const AccessPolicy& policy, std::string_view name) {
  for (const ScopedAccess& scoped : policy.scoped) {
    if (name == scoped.secret_view || name == scoped.secret_function) return &scoped;
  }
  return nullptr;
}

// Nobody clears the record of a connection that is refused again and again.
constexpr std::size_t kMaxDenials = 256;

// What a denial is about, in public names only.
Denial ToDenial(const AccessPolicy& policy, const AccessEvent& event, std::string_view rule) {
  Denial denial{.rule = std::string(rule)};
  switch (event.kind) {
    case AccessEvent::Kind::kRead: {
      const ScopedAccess* scoped = ScopedBySecret(policy, event.object);
      denial.subject = scoped != nullptr ? scoped->table : std::string(event.object);
      // A scoped table that is listed without columns has one that bears the secret name.
      if (event.column.empty() || ScopedBySecret(policy, event.column) != nullptr) break;
      denial.subject += '.';
      denial.subject += event.column;
      denial.kind = AccessUse::Kind::kColumn;
      break;
    }
    case AccessEvent::Kind::kFunction:
      denial.subject = ScopedBySecret(policy, event.function) != nullptr ? "the scope" : std::string(event.function);
      denial.kind = AccessUse::Kind::kFunction;
      break;
    case AccessEvent::Kind::kRecursive:
      denial.subject = "RECURSIVE";
      denial.kind = AccessUse::Kind::kRecursion;
      break;
    case AccessEvent::Kind::kSelect:
    case AccessEvent::Kind::kOther:
      denial.subject = event.action;
      break;
  }
  return denial;
}

// What an allowed access used of the report's allowlist; nothing for scope plumbing.
std::optional<AccessUse> ToUse(const AccessPolicy& policy, const AccessEvent& event, const Verdict& verdict) {
  switch (event.kind) {
    case AccessEvent::Kind::kRead: {
      if (const ScopedAccess* scoped = ScopedBySecret(policy, event.object))
        return AccessUse{AccessUse::Kind::kTable, scoped->table, {}};
      if (verdict.grant == nullptr) return std::nullopt;
      const auto kind = event.column.empty() ? AccessUse::Kind::kTable : AccessUse::Kind::kColumn;
      return AccessUse{kind, std::string(event.object), std::string(event.column)};
    }
    case AccessEvent::Kind::kFunction:
      if (verdict.grant == nullptr) return std::nullopt;
      return AccessUse{AccessUse::Kind::kFunction, FoldName(event.function), {}};
    case AccessEvent::Kind::kRecursive:
      return AccessUse{AccessUse::Kind::kRecursion, {}, {}};
    case AccessEvent::Kind::kSelect:
    case AccessEvent::Kind::kOther:
      break;
  }
  return std::nullopt;
}

}  // namespace

int Authorizer::Install(sqlite3* connection) { return sqlite3_set_authorizer(connection, &Authorizer::Callback, this); }

void Authorizer::Use(Mode mode) {
  // A report's mode without a policy would be no mode at all.
  mode_ = mode == Mode::kReport ? Mode::kDenyAll : mode;
  policy_ = nullptr;
}

void Authorizer::UseReport(const AccessPolicy* policy) {
  policy_ = policy;
  mode_ = policy == nullptr ? Mode::kDenyAll : Mode::kReport;
}

void Authorizer::ClearRecord() {
  denials_.clear();
  uses_.clear();
}

void Authorizer::Record(Denial denial) {
  if (denials_.size() < kMaxDenials) denials_.push_back(std::move(denial));
}

int Authorizer::Callback(void* self, int action, const char* first, const char* second, const char* database,
                         const char* accessor) noexcept {
  try {
    return static_cast<Authorizer*>(self)->Decide(action, first, second, database, accessor);
  } catch (...) {
    // Out of memory while recording: SQLite is C and must not see it, and what is not recorded is denied.
    return SQLITE_DENY;
  }
}

int Authorizer::Decide(int action, const char* first, const char* second, const char* database, const char* accessor) {
  switch (mode_) {
    case Mode::kSetUp:
      if (Permitted(kSetUpPermits, action, first, second, database)) return SQLITE_OK;
      break;
    case Mode::kOwnStatements:
      if (Permitted(kOwnPermits, action, first, second, database)) return SQLITE_OK;
      break;
    case Mode::kReport: {
      const std::string name = ActionName(action);
      AccessEvent event{.action = name};
      if (!ToEvent(action, first, second, database, accessor, event)) {
        Record({.rule = "null-argument", .subject = name});
        return SQLITE_DENY;
      }
      const Verdict verdict = Authorize(*policy_, event);
      if (!verdict.allowed) {
        Record(ToDenial(*policy_, event, verdict.rule));
        return policy_->survey && event.kind != AccessEvent::Kind::kOther ? SQLITE_OK : SQLITE_DENY;
      }
      if (auto use = ToUse(*policy_, event, verdict)) uses_.insert(*std::move(use));
      return SQLITE_OK;
    }
    case Mode::kDenyAll:
      break;
  }
  Record({.rule = "denied-action", .subject = ActionName(action)});
  return SQLITE_DENY;
}

}  // namespace querygate::sqlite
