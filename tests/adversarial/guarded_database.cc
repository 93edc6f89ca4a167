#include "tests/adversarial/guarded_database.h"

#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <sqlite3.h>
#include <stdlib.h>

#include "engine/backend/sqlite/gate_findings.h"
#include "engine/backend/sqlite/program_check.h"

namespace querygate::sqlite::test {
namespace {

ConnectionHandle Open(const std::filesystem::path& path, int flags) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  ConnectionHandle handle(raw);
  REQUIRE(code == SQLITE_OK);
  // Some schemas and statements name a collation that an application might have brought along.
  const auto compare = [](void*, int a_size, const void* a, int b_size, const void* b) {
    return std::string_view(static_cast<const char*>(a), static_cast<std::size_t>(a_size))
        .compare(std::string_view(static_cast<const char*>(b), static_cast<std::size_t>(b_size)));
  };
  REQUIRE(sqlite3_create_collation(raw, "custc", SQLITE_UTF8, nullptr, compare) == SQLITE_OK);
  return handle;
}

void Execute(sqlite3* connection, const std::string& sql) {
  char* error = nullptr;
  const int code = sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, &error);
  const std::string message = error == nullptr ? "" : error;
  sqlite3_free(error);
  INFO(message);
  REQUIRE(code == SQLITE_OK);
}

std::vector<std::string> ColumnNames(sqlite3* connection, std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  const StatementHandle statement(raw);
  std::vector<std::string> names;
  for (int column = 0; raw != nullptr && column < sqlite3_column_count(raw); ++column)
    names.emplace_back(sqlite3_column_name(raw, column));
  return names;
}

}  // namespace

struct GuardedDatabase::Scope {
  std::string value;
  static void Supply(sqlite3_context* context, int, sqlite3_value**) {
    const auto& self = *static_cast<const Scope*>(sqlite3_user_data(context));
    sqlite3_result_text(context, self.value.c_str(), -1, SQLITE_TRANSIENT);
  }
};

CompiledReport MakeReport(const Declared& declared, std::string sql) {
  CompiledReport report;
  report.id = "test/query";
  for (const Declared::Table& table : declared.tables) {
    report.allowlist.AllowTable(table.name, {});
    for (const std::string& column : table.columns) report.allowlist.AllowColumn(table.name, column, {});
  }
  for (const std::string& function : declared.functions) report.allowlist.AllowFunction(function, {});
  if (declared.recursive) report.allowlist.AllowRecursion({});
  auto source = std::make_shared<CompiledSource>();
  source->ceiling = report.allowlist;
  report.source = std::move(source);

  CompiledQuery query{.name = "rows"};
  query.needs_order = declared.needs_order;
  for (const std::string& name : declared.columns) query.columns.push_back({.name = name});
  CompiledStatement statement{.sql = std::move(sql)};
  for (std::size_t i = 0; i < declared.parameters.size(); ++i) {
    report.parameters.push_back({.name = declared.parameters[i]});
    statement.slots.push_back({.sql_name = ":" + declared.parameters[i], .index = i});
  }
  query.statements.push_back(std::move(statement));
  report.queries.push_back(std::move(query));
  return report;
}

GuardedDatabase::GuardedDatabase(std::string_view schema, std::string_view setup) {
  std::string pattern = (std::filesystem::temp_directory_path() / "querygate-XXXXXX").string();
  REQUIRE(::mkdtemp(pattern.data()) != nullptr);
  folder_ = pattern;
  const auto path = folder_ / "data.sqlite";
  unguarded_ = Open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  Execute(unguarded_.get(), "PRAGMA synchronous=OFF;" + std::string(schema));

  // What is attached to a read-only connection cannot be filled.
  connection_ = Open(path, setup.empty() ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
  sqlite3* raw = connection_.get();
  Execute(raw, std::string(setup));
  const auto configure = [raw](int option, int value) {
    int now = -1;
    REQUIRE(sqlite3_db_config(raw, option, value, &now) == SQLITE_OK);
    REQUIRE(now == value);
  };
  configure(SQLITE_DBCONFIG_DEFENSIVE, 1);
  configure(SQLITE_DBCONFIG_DQS_DML, 0);
  configure(SQLITE_DBCONFIG_DQS_DDL, 0);
  configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  configure(SQLITE_DBCONFIG_ENABLE_QPSG, 1);
  sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);
  REQUIRE(authorizer_.Install(raw) == SQLITE_OK);
  auto read = ReadSchema(raw, authorizer_);
  if (!read) INFO(read.error().message);
  REQUIRE(read.has_value());
  schema_ = *std::move(read);
}

GuardedDatabase::~GuardedDatabase() {
  connection_.reset();
  unguarded_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void GuardedDatabase::AddScope(AccessPolicy& policy, const std::string& table, const std::vector<std::string>& columns,
                               const std::string& scope_column, const std::string& value) {
  scopes_.push_back(std::make_unique<Scope>(Scope{.value = value}));
  const std::string number = std::to_string(scopes_.size());
  ScopedAccess access{.table = FoldName(table),
                      .secret_view = "qg_secret_view_" + number,
                      .secret_function = "qg_secret_function_" + number};
  std::string list, public_list;
  for (const std::string& column : columns) {
    access.columns.push_back(FoldName(column));
    list += (list.empty() ? "" : ", ") + ("\"" + column + "\"");
  }
  access.scope_columns.push_back(FoldName(scope_column));
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  REQUIRE(sqlite3_create_function_v2(connection_.get(), access.secret_function.c_str(), 1, flags, scopes_.back().get(),
                                     Scope::Supply, nullptr, nullptr, nullptr) == SQLITE_OK);
  {
    const ActiveMode mode(authorizer_, Authorizer::Mode::kSetUp);
    Execute(connection_.get(), "CREATE TEMP VIEW " + access.secret_view + " AS SELECT " + list + " FROM main.\"" +
                                   table + "\" WHERE \"" + scope_column +
                                   "\" COLLATE BINARY = " + access.secret_function + "('" + scope_column + "')");
    Execute(connection_.get(),
            "CREATE TEMP VIEW \"" + table + "\" AS SELECT " + list + " FROM temp." + access.secret_view);
  }
  policy.scoped.push_back(std::move(access));
}

std::vector<std::string> GuardedDatabase::ProbeColumns(std::string_view sql) {
  return ColumnNames(unguarded_.get(), sql);
}

std::vector<std::string> GuardedDatabase::ProbeColumns(std::string_view sql, const AccessPolicy& policy) {
  AccessPolicy own = policy;
  own.local_names = LocalNames(sql, schema_);
  const ActiveMode mode(authorizer_, own);
  return ColumnNames(connection_.get(), sql);
}

Declared GuardedDatabase::Declare(std::string_view sql) {
  struct Recorder {
    std::map<std::string, std::set<std::string>> tables;
    std::set<std::string> functions;
    bool recursive = false;
    static int Record(void* self, int action, const char* first, const char* second, const char*, const char*) {
      auto& recorder = *static_cast<Recorder*>(self);
      if (action == SQLITE_READ) {
        auto& columns = recorder.tables[first];
        if (*second != '\0') columns.insert(second);
      }
      if (action == SQLITE_FUNCTION) recorder.functions.insert(second);
      if (action == SQLITE_RECURSIVE) recorder.recursive = true;
      return SQLITE_OK;
    }
  };
  Recorder recorder;
  sqlite3* connection = unguarded_.get();
  REQUIRE(sqlite3_set_authorizer(connection, Recorder::Record, &recorder) == SQLITE_OK);
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  const StatementHandle statement(raw);
  sqlite3_set_authorizer(connection, nullptr, nullptr);
  INFO(sql << ": " << sqlite3_errmsg(connection));
  REQUIRE(code == SQLITE_OK);

  Declared declared{.recursive = recorder.recursive, .needs_order = false};
  for (const auto& [table, columns] : recorder.tables) {
    // A common table expression is reported like a table that gives no column.
    if (schema_.Find(table) != nullptr) declared.tables.push_back({table, {columns.begin(), columns.end()}});
  }
  // A view of which nothing but rows is used is not reported at all.
  for (const std::string& name : NamesIn(sql)) {
    const SchemaObject* object = schema_.Find(name);
    if (object != nullptr && object->kind == SchemaObject::Kind::kView && !recorder.tables.contains(object->name))
      declared.tables.push_back({object->name, {}});
  }
  declared.functions.assign(recorder.functions.begin(), recorder.functions.end());
  for (int index = 1; index <= sqlite3_bind_parameter_count(raw); ++index)
    declared.parameters.emplace_back(sqlite3_bind_parameter_name(raw, index) + 1);
  for (int column = 0; column < sqlite3_column_count(raw); ++column)
    declared.columns.emplace_back(sqlite3_column_name(raw, column));
  return declared;
}

Expected<Program, Fault> GuardedDatabase::ListUnguarded(std::string_view sql) {
  return ListProgram(unguarded_.get(), sql);
}

void GuardedDatabase::ExecuteUnguarded(const std::string& sql) { Execute(unguarded_.get(), sql); }

std::vector<std::string> GuardedDatabase::RowsUnguarded(std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v2(unguarded_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  const StatementHandle statement(raw);
  if (raw == nullptr) return {"failed"};
  std::vector<std::string> rows;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(raw)) == SQLITE_ROW) {
    std::string& row = rows.emplace_back();
    for (int column = 0; column < sqlite3_column_count(raw); ++column) {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(raw, column));
      row += text == nullptr ? "~|" : std::string(text) + "|";
    }
  }
  if (code != SQLITE_DONE) return {"failed"};
  std::sort(rows.begin(), rows.end());
  return rows;
}

Gated GuardedDatabase::Pass(const CompiledReport& report, const AccessPolicy& policy) {
  Gated gated{.objects = CheckDeclaredObjects(schema_, policy, report)};
  const CompiledQuery& query = report.queries.front();
  auto statement =
      GateStatement(connection_.get(), authorizer_, policy, schema_, report, query, query.statements.front(), true);
  if (!statement) INFO(statement.error().message);
  REQUIRE(statement.has_value());
  REQUIRE(authorizer_.mode() == Authorizer::Mode::kDenyAll);
  gated.statement = *std::move(statement);
  gated.all = gated.objects;
  const auto& found = gated.statement.facts.violations;
  gated.all.insert(gated.all.end(), found.begin(), found.end());
  REQUIRE((gated.statement.statement != nullptr) == found.empty());
  return gated;
}

int GuardedDatabase::Run(const GatedStatement& gated, const AccessPolicy& policy) {
  sqlite3_stmt* statement = gated.statement.get();
  if (statement == nullptr) return -1;
  const ActiveMode mode(authorizer_, policy);
  for (const int index : gated.slot_indexes) {
    if (sqlite3_bind_null(statement, index) != SQLITE_OK) return -1;
  }
  int rows = 0;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) ++rows;
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? rows : -1;
}

std::string Describe(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations)
    text += (text.empty() ? "" : "; ") + violation.rule + " " + violation.subject;
  return text;
}

}  // namespace querygate::sqlite::test
