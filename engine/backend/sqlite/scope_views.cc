#include "engine/backend/sqlite/scope_views.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <sqlite3.h>
#include <sys/random.h>

#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

// 128 random bits; empty when the system has none to give.
std::string SecretName() {
  std::array<unsigned char, 16> bytes{};
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t more = ::getrandom(bytes.data() + got, bytes.size() - got, 0);
    if (more <= 0) return {};
    got += static_cast<std::size_t>(more);
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string name = "qg_";
  for (const unsigned char byte : bytes) {
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return name;
}

Fault NoRandomness() { return {.code = SQLITE_ERROR, .message = "row scope: the system gave no random bytes"}; }

std::string Quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    out += c;
    if (c == quote) out += c;
  }
  return out + quote;
}
std::string Identifier(std::string_view name) { return Quoted(name, '"'); }
std::string Literal(std::string_view text) { return Quoted(text, '\''); }

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

// A scoped table's rowid would show the density of other scopes' rows.
bool IsRowidName(std::string_view folded) { return folded == "rowid" || folded == "oid" || folded == "_rowid_"; }

int Run(sqlite3* connection, const std::string& sql) {
  return sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr);
}

}  // namespace

struct ScopeViews::Supplier {
  enum class State { kIdle, kPreparing, kActive };
  State state = State::kIdle;
  ScopeValues values;

  static void Supply(sqlite3_context* context, int, sqlite3_value** arguments) {
    const auto& self = *static_cast<const Supplier*>(sqlite3_user_data(context));
    if (self.state == State::kPreparing) return sqlite3_result_null(context);
    const unsigned char* bytes = sqlite3_value_text(arguments[0]);
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]));
    const std::string_view name(reinterpret_cast<const char*>(bytes), bytes == nullptr ? 0 : size);
    const auto found = self.state == State::kActive ? self.values.find(name) : self.values.end();
    if (found == self.values.end()) return sqlite3_result_error(context, "row scope has no value", -1);
    const Value& value = found->second;
    switch (value.storage) {
      case StorageClass::kInteger:
        return sqlite3_result_int64(context, value.integer);
      case StorageClass::kReal:
        return sqlite3_result_double(context, value.real);
      case StorageClass::kText:
        return sqlite3_result_text64(context, value.bytes.data(), value.bytes.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
      case StorageClass::kBlob:
        return sqlite3_result_blob64(context, value.bytes.data(), value.bytes.size(), SQLITE_TRANSIENT);
      case StorageClass::kNull:
        break;
    }
    sqlite3_result_error(context, "row scope has no value", -1);
  }
};

ScopeViews::ScopeViews() : supplier_(std::make_unique<Supplier>()) {}
ScopeViews::~ScopeViews() = default;

Expected<void, Fault> ScopeViews::DefineFunction(sqlite3* connection, const CompiledReport& report) {
  if (report.row_scope.empty()) return {};
  function_ = SecretName();
  if (function_.empty()) return Unexpected(NoRandomness());
  // Innocuous, because trusted_schema is off and a view is what calls it. Deterministic, so that it is
  // evaluated once an execution and an index can be searched by it.
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const int code = sqlite3_create_function_v2(connection, function_.c_str(), 1, flags, supplier_.get(),
                                              Supplier::Supply, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Unexpected(CurrentFault(connection, "row scope function"));
  return {};
}

Expected<void, Fault> ScopeViews::CreateViews(sqlite3* connection, const CompiledReport& report) {
  for (const RowScope& scope : report.row_scope) {
    const Allowlist::Table* table = report.allowlist.FindTable(scope.table);
    if (table == nullptr) continue;  // not reachable at all
    ScopedAccess access{.table = FoldName(scope.table), .secret_view = SecretName(), .secret_function = function_};
    if (access.secret_view.empty()) return Unexpected(NoRandomness());

    const std::string base = "main." + Identifier(scope.table);
    std::vector<std::string> names, sources, filters;
    for (const auto& [folded, grant] : table->columns) {
      if (IsRowidName(folded)) continue;
      access.columns.push_back(folded);
      names.push_back(Identifier(grant.spelling));
      sources.push_back(base + "." + Identifier(grant.spelling));
    }
    if (names.empty()) {  // listed only to be counted; a view needs a column, this one nobody can name
      names.push_back(Identifier(access.secret_view));
      sources.emplace_back("NULL");
    }
    for (const auto& [column, scope_name] : scope.columns) {
      access.scope_columns.push_back(FoldName(column));
      filters.push_back(base + "." + Identifier(column) + " COLLATE BINARY = " + function_ + "(" + Literal(scope_name) +
                        ")");
    }
    // A scope without columns would let every row through.
    if (filters.empty()) filters.emplace_back("0");

    const std::string secret = Identifier(access.secret_view);
    const std::string list = "(" + Join(names, ", ") + ")";
    int code = Run(connection, "CREATE TEMP VIEW " + secret + list + " AS SELECT " + Join(sources, ", ") + " FROM " +
                                   base + " WHERE " + Join(filters, " AND "));
    if (code == SQLITE_OK) {
      code = Run(connection, "CREATE TEMP VIEW " + Identifier(scope.table) + list + " AS SELECT " + Join(names, ", ") +
                                 " FROM temp." + secret);
    }
    // Kept even on failure, for the secret's sake.
    access_.push_back(std::move(access));
    if (code != SQLITE_OK) return Unexpected(CurrentFault(connection, "row scope of table " + scope.table));
  }
  return {};
}

void ScopeViews::Prepare() {
  supplier_->values.clear();
  supplier_->state = Supplier::State::kPreparing;
}

void ScopeViews::Activate(const ScopeValues& values) {
  supplier_->values = values;
  supplier_->state = Supplier::State::kActive;
}

void ScopeViews::Clear() {
  supplier_->values.clear();
  supplier_->state = Supplier::State::kIdle;
}

std::string ScopeViews::Redact(std::string text) const {
  const auto replace = [&text](const std::string& secret) {
    if (secret.empty()) return;
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
      text.replace(at, secret.size(), "(row scope)");
    }
  };
  replace(function_);
  for (const ScopedAccess& access : access_) replace(access.secret_view);
  return text;
}

}  // namespace querygate::sqlite
