#include "engine/backend/sqlite/schema_snapshot.h"

#include <chrono>
#include <memory>
#include <set>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/connection.h"
#include "engine/backend/sqlite/file_identity.h"
#include "engine/backend/sqlite/handles.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {
namespace {

// Somebody waits at a terminal; a schema takes milliseconds.
constexpr std::chrono::seconds kPatience(10);

std::string OneLine(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

void AddStatement(std::string& text, std::string_view sql) {
  text += sql;
  // What the catalogue holds may end in a comment.
  const SqlTokens tokens = TokenizeSql(sql);
  const bool comment = !tokens.tokens.empty() && sql.find("--", tokens.tokens.back().offset) != std::string_view::npos;
  text += comment ? "\n;\n" : ";\n";
}

std::string Print(const Schema& schema) {
  std::set<std::string> virtual_tables;
  for (const auto& [folded, object] : schema.objects) {
    if (object.kind == SchemaObject::Kind::kVirtualTable) virtual_tables.insert(folded);
  }
  const std::set<std::string> over_virtual = ViewsReaching(schema, virtual_tables);
  std::string tables, indexes, views, left_out;
  for (const auto& [folded, object] : schema.objects) {
    if (object.kind == SchemaObject::Kind::kVirtualTable || over_virtual.contains(folded)) {
      left_out += "-- left out, virtual: " + OneLine(object.name) + '\n';
    } else if (object.kind == SchemaObject::Kind::kView) {
      AddStatement(views, object.sql);
    } else {
      AddStatement(tables, object.sql);
      for (const SchemaIndex& index : object.indexes) {
        if (!index.sql.empty()) AddStatement(indexes, index.sql);
      }
    }
  }
  std::string text = left_out;
  for (const std::string* part : {&tables, &indexes, &views}) {
    if (!text.empty() && !part->empty()) text += '\n';
    text += *part;
  }
  return text;
}

}  // namespace

Expected<std::string, Failure> SchemaOf(const std::string& path, StepHook hook) {
  const auto file = LocateDatabase(path);
  if (!file) return Unexpected(file.error());
  const CallContext context{.now = {}, .deadline = {std::chrono::steady_clock::now() + kPatience}, .budget = {}};
  auto opened = Connection::Open(*file, context, std::move(hook));
  if (!opened) return Unexpected(std::move(opened).error());
  Connection& connection = **opened;
  if (auto set_up = connection.SetUp(CompiledReport{}); !set_up) return Unexpected(std::move(set_up).error());
  if (auto begun = connection.RunOwn("begin", "BEGIN"); !begun) {
    return Unexpected(connection.Explain(begun.error(), Phase::kOpening));
  }
  auto schema = ReadSchema(connection.handle(), connection.authorizer());
  if (!schema) return Unexpected(connection.Explain(schema.error(), Phase::kOpening));
  auto ended = connection.RunOwn("end", "COMMIT");
  if (ended) ended = connection.Close();
  if (!ended) return Unexpected(connection.Explain(ended.error(), Phase::kFinishing));
  return Print(*schema);
}

std::vector<std::string> LibraryFunctions() {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(":memory:", &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  const ConnectionHandle connection(raw);
  if (opened != SQLITE_OK) return {};
  sqlite3_stmt* listing = nullptr;
  const int prepared = sqlite3_prepare_v2(connection.get(), "PRAGMA function_list", -1, &listing, nullptr);
  const StatementHandle statement(listing);
  if (prepared != SQLITE_OK) return {};
  std::set<std::string> names;
  while (sqlite3_step(statement.get()) == SQLITE_ROW) {
    const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0));
    if (name != nullptr && sqlite3_column_int(statement.get(), 1) != 0) names.insert(FoldName(name));
  }
  return {names.begin(), names.end()};
}

}  // namespace querygate::sqlite
