// The schema of `main` as one connection sees it in one transaction: what the gate checks names, b-trees and
// keys against. A plain value.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/fault.h"
#include "engine/base/expected.h"

struct sqlite3;

namespace querygate::sqlite {

class Authorizer;

struct SchemaColumn {
  std::string name;
  std::string declared_type;
  std::string collation;  // of the declaration: BINARY unless stated
  bool not_null = false;
  int primary_key = 0;  // one-based place in the primary key, 0 when not part of it
  enum class Generated { kNo, kVirtual, kStored } generated = Generated::kNo;
};

struct SchemaIndex {
  struct Key {
    int column = -1;  // of the table; -1 rowid, -2 expression
    std::string collation;
    bool key = true;  // else carried along
  };
  std::string name;
  std::int64_t root_page = 0;
  bool unique = false;
  bool partial = false;
  std::vector<Key> keys;  // as stored, index_xinfo
  std::string sql;        // empty for automatic indexes
};

struct SchemaObject {
  enum class Kind { kTable, kView, kVirtualTable };
  Kind kind = Kind::kTable;
  std::string name;
  std::string sql;
  std::int64_t root_page = 0;
  bool without_rowid = false;
  std::vector<SchemaColumn> columns;
  int rowid_alias = -1;              // the INTEGER PRIMARY KEY column, or -1
  std::vector<SchemaIndex> indexes;  // for WITHOUT ROWID the primary key's index has the table's root page
};

struct Schema {
  std::map<std::string, SchemaObject, std::less<>> objects;  // by folded name; sqlite_% left out
  std::string fingerprint;                                   // SHA-256 over everything above
  std::int64_t cookie = 0;                                   // PRAGMA schema_version
  std::string encoding;                                      // "UTF-8"

  const SchemaObject* Find(std::string_view name) const;
};

// Folded names that a statement could mean by any of its words, quoted identifiers and strings: more than
// it does mean, never less.
std::set<std::string> NamesIn(std::string_view sql);

// Folded names of the views whose text mentions one of `names` (folded), directly or through other views.
std::set<std::string> ViewsReaching(const Schema& schema, const std::set<std::string>& names);

// Reads everything; the caller has begun a transaction.
Expected<Schema, Fault> ReadSchema(sqlite3* connection, Authorizer& authorizer);

}  // namespace querygate::sqlite
