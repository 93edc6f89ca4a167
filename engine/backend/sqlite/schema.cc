#include "engine/backend/sqlite/schema.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/handles.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/digest.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {
namespace {

constexpr std::string_view kDoing = "reading the schema";

std::string QuoteIdentifier(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string Text(sqlite3_stmt* row, int column) {
  const unsigned char* text = sqlite3_column_text(row, column);
  if (text == nullptr) return {};
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
  return {reinterpret_cast<const char*>(text), size};
}

// Runs our own text and hands out its rows.
Expected<void, Fault> ForEachRow(sqlite3* connection, const std::string& sql,
                                 const std::function<void(sqlite3_stmt*)>& take) {
  sqlite3_stmt* raw = nullptr;
  const int prepared = sqlite3_prepare_v2(connection, sql.c_str(), static_cast<int>(sql.size()), &raw, nullptr);
  const StatementHandle statement(raw);
  if (prepared != SQLITE_OK) return Unexpected(CurrentFault(connection, kDoing));
  if (statement == nullptr) return {};
  for (;;) {
    const int stepped = sqlite3_step(statement.get());
    if (stepped == SQLITE_DONE) return {};
    if (stepped != SQLITE_ROW) return Unexpected(CurrentFault(connection, kDoing));
    take(statement.get());
  }
}

std::string UnquoteString(std::string_view literal) {
  std::string value;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    value += literal[i];
    if (literal[i] == '\'') ++i;
  }
  return value;
}

// A row of the catalogue.
struct Entry {
  std::string type, name, table;
  std::int64_t root_page = 0;
  std::string sql;
};

bool IsReserved(std::string_view name) { return FoldName(name.substr(0, 7)) == "sqlite_"; }

// Asking SQLite about a virtual table would run its module's code on whatever the file holds.
bool IsVirtual(const Entry& entry) {
  if (entry.root_page == 0) return true;
  const SqlTokens tokens = TokenizeSql(entry.sql);
  return tokens.tokens.size() > 1 && IsWord(tokens.tokens[1], "VIRTUAL");
}

class Reader {
 public:
  explicit Reader(sqlite3* connection) : connection_(connection) {}

  Expected<Schema, Fault> Read();

 private:
  Expected<void, Fault> ReadCatalogue();
  Expected<void, Fault> ReadColumns(SchemaObject& object);
  Expected<void, Fault> ReadIndexes(SchemaObject& table);
  Expected<void, Fault> ReadKeys(SchemaIndex& index);
  void ReadCollations(SchemaObject& table);
  const Entry* FindIndex(std::string_view name) const;

  sqlite3* connection_;
  std::vector<Entry> entries_;
  Schema schema_;
};

Expected<void, Fault> Reader::ReadCatalogue() {
  return ForEachRow(connection_, "SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_master",
                    [this](sqlite3_stmt* row) {
                      entries_.push_back({.type = Text(row, 0),
                                          .name = Text(row, 1),
                                          .table = Text(row, 2),
                                          .root_page = sqlite3_column_int64(row, 3),
                                          .sql = Text(row, 4)});
                    });
}

Expected<void, Fault> Reader::ReadColumns(SchemaObject& object) {
  // cid, name, type, notnull, dflt_value, pk, hidden
  return ForEachRow(connection_, "PRAGMA main.table_xinfo(" + QuoteIdentifier(object.name) + ")",
                    [&object](sqlite3_stmt* row) {
                      SchemaColumn column{.name = Text(row, 1), .declared_type = Text(row, 2), .collation = "BINARY"};
                      column.not_null = sqlite3_column_int(row, 3) != 0;
                      column.primary_key = sqlite3_column_int(row, 5);
                      const int hidden = sqlite3_column_int(row, 6);
                      if (hidden == 2) column.generated = SchemaColumn::Generated::kVirtual;
                      if (hidden == 3) column.generated = SchemaColumn::Generated::kStored;
                      object.columns.push_back(std::move(column));
                    });
}

void Reader::ReadCollations(SchemaObject& table) {
  for (SchemaColumn& column : table.columns) {
    const char* collation = nullptr;
    const int rc = sqlite3_table_column_metadata(connection_, "main", table.name.c_str(), column.name.c_str(), nullptr,
                                                 &collation, nullptr, nullptr, nullptr);
    if (rc == SQLITE_OK && collation != nullptr) column.collation = collation;
  }
}

const Entry* Reader::FindIndex(std::string_view name) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.type == "index" && entry.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

Expected<void, Fault> Reader::ReadKeys(SchemaIndex& index) {
  // seqno, cid, name, desc, coll, key
  return ForEachRow(
      connection_, "PRAGMA main.index_xinfo(" + QuoteIdentifier(index.name) + ")", [&index](sqlite3_stmt* row) {
        index.keys.push_back(
            {.column = sqlite3_column_int(row, 1), .collation = Text(row, 4), .key = sqlite3_column_int(row, 5) != 0});
      });
}

Expected<void, Fault> Reader::ReadIndexes(SchemaObject& table) {
  bool primary_key_index = false;
  // seq, name, unique, origin, partial
  auto listed =
      ForEachRow(connection_, "PRAGMA main.index_list(" + QuoteIdentifier(table.name) + ")", [&](sqlite3_stmt* row) {
        SchemaIndex index{.name = Text(row, 1)};
        index.unique = sqlite3_column_int(row, 2) != 0;
        index.partial = sqlite3_column_int(row, 4) != 0;
        const bool primary_key = Text(row, 3) == "pk";
        primary_key_index = primary_key_index || primary_key;
        if (const Entry* entry = FindIndex(index.name)) {
          index.root_page = entry->root_page;
          index.sql = entry->sql;
        } else if (primary_key) {
          // A primary key without a b-tree of its own is the table.
          index.root_page = table.root_page;
          table.without_rowid = true;
        }
        table.indexes.push_back(std::move(index));
      });
  if (!listed) return listed;
  for (SchemaIndex& index : table.indexes) {
    if (auto keys = ReadKeys(index); !keys) return keys;
  }
  // An INTEGER PRIMARY KEY is the rowid exactly when it needs no index.
  if (primary_key_index) return {};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].primary_key == 1) table.rowid_alias = static_cast<int>(i);
  }
  return {};
}

Expected<Schema, Fault> Reader::Read() {
  auto cookie = ForEachRow(connection_, "PRAGMA main.schema_version",
                           [this](sqlite3_stmt* row) { schema_.cookie = sqlite3_column_int64(row, 0); });
  if (!cookie) return Unexpected(cookie.error());
  auto encoding =
      ForEachRow(connection_, "PRAGMA encoding", [this](sqlite3_stmt* row) { schema_.encoding = Text(row, 0); });
  if (!encoding) return Unexpected(encoding.error());
  if (auto catalogue = ReadCatalogue(); !catalogue) return Unexpected(catalogue.error());

  std::set<std::string> opaque;  // virtual tables
  for (const Entry& entry : entries_) {
    if (IsReserved(entry.name)) continue;
    const bool view = entry.type == "view";
    if (!view && entry.type != "table") continue;
    SchemaObject object{.name = entry.name, .sql = entry.sql, .root_page = entry.root_page};
    if (view) object.kind = SchemaObject::Kind::kView;
    if (!view && IsVirtual(entry)) {
      object.kind = SchemaObject::Kind::kVirtualTable;
      opaque.insert(FoldName(entry.name));
    }
    schema_.objects.emplace(FoldName(entry.name), std::move(object));
  }

  const std::set<std::string> opaque_views = ViewsReaching(schema_, opaque);
  for (auto& [folded, object] : schema_.objects) {
    if (object.kind == SchemaObject::Kind::kVirtualTable || opaque_views.contains(folded)) continue;
    if (auto columns = ReadColumns(object); !columns) {
      // A view that no longer compiles has no columns; nothing can be read through it either.
      if (object.kind != SchemaObject::Kind::kView || (columns.error().code & 0xff) != SQLITE_ERROR)
        return Unexpected(columns.error());
      object.columns.clear();
    }
    if (object.kind == SchemaObject::Kind::kView) continue;
    ReadCollations(object);
    if (auto indexes = ReadIndexes(object); !indexes) return Unexpected(indexes.error());
  }
  return std::move(schema_);
}

// Every field with its length, so that no two schemas share a text.
class Canonical {
 public:
  void Add(std::string_view text) {
    text_ += std::to_string(text.size());
    text_ += ':';
    text_ += text;
  }
  void Add(std::int64_t number) {
    text_ += std::to_string(number);
    text_ += ';';
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string Fingerprint(const Schema& schema) {
  Canonical canonical;
  for (const auto& [folded, object] : schema.objects) {
    canonical.Add(object.name);
    canonical.Add(static_cast<std::int64_t>(object.kind));
    canonical.Add(object.sql);
    canonical.Add(object.root_page);
    canonical.Add(std::int64_t{object.without_rowid});
    canonical.Add(std::int64_t{object.rowid_alias});
    canonical.Add(static_cast<std::int64_t>(object.columns.size()));
    for (const SchemaColumn& column : object.columns) {
      canonical.Add(column.name);
      canonical.Add(column.declared_type);
      canonical.Add(column.collation);
      canonical.Add(std::int64_t{column.not_null});
      canonical.Add(std::int64_t{column.primary_key});
      canonical.Add(static_cast<std::int64_t>(column.generated));
    }
    canonical.Add(static_cast<std::int64_t>(object.indexes.size()));
    for (const SchemaIndex& index : object.indexes) {
      canonical.Add(index.name);
      canonical.Add(index.root_page);
      canonical.Add(std::int64_t{index.unique});
      canonical.Add(std::int64_t{index.partial});
      canonical.Add(index.sql);
      canonical.Add(static_cast<std::int64_t>(index.keys.size()));
      for (const SchemaIndex::Key& key : index.keys) {
        canonical.Add(std::int64_t{key.column});
        canonical.Add(key.collation);
        canonical.Add(std::int64_t{key.key});
      }
    }
  }
  canonical.Add(schema.encoding);
  return Sha256Hex(canonical.text());
}

}  // namespace

const SchemaObject* Schema::Find(std::string_view name) const {
  const auto found = objects.find(FoldName(name));
  return found == objects.end() ? nullptr : &found->second;
}

std::set<std::string> NamesIn(std::string_view sql) {
  std::set<std::string> names;
  const SqlTokens tokens = TokenizeSql(sql);
  for (const SqlToken& token : tokens.tokens) {
    // SQLite takes a string for a table's name where it expects one.
    switch (token.kind) {
      case SqlToken::Kind::kWord:
      case SqlToken::Kind::kQuotedIdentifier:
        names.insert(FoldName(IdentifierName(token)));
        break;
      case SqlToken::Kind::kString:
        names.insert(FoldName(UnquoteString(token.text)));
        break;
      default:
        break;
    }
  }
  return names;
}

std::set<std::string> ViewsReaching(const Schema& schema, const std::set<std::string>& names) {
  std::set<std::string> reaching;
  if (names.empty()) return reaching;
  std::map<std::string, std::set<std::string>> mentioned;
  for (const auto& [folded, object] : schema.objects) {
    if (object.kind == SchemaObject::Kind::kView) mentioned.emplace(folded, NamesIn(object.sql));
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [view, mentions] : mentioned) {
      if (reaching.contains(view)) continue;
      // By name, since the lambdas of older compilers cannot take a binding.
      const bool reaches = std::any_of(mentions.begin(), mentions.end(), [&, &self = view](const std::string& name) {
        return name != self && (names.contains(name) || reaching.contains(name));
      });
      if (reaches) grown = reaching.insert(view).second;
    }
  }
  return reaching;
}

Expected<Schema, Fault> ReadSchema(sqlite3* connection, Authorizer& authorizer) {
  const ActiveMode mode(authorizer, Authorizer::Mode::kOwnStatements);
  auto schema = Reader(connection).Read();
  if (schema) schema->fingerprint = Fingerprint(*schema);
  return schema;
}

}  // namespace querygate::sqlite
