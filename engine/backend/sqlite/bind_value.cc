#include "engine/backend/sqlite/bind_value.h"

#include <sqlite3.h>

namespace querygate::sqlite {

int BindValue(sqlite3_stmt* statement, int slot, const Value& value) {
  switch (value.storage) {
    case StorageClass::kNull:
      return sqlite3_bind_null(statement, slot);
    case StorageClass::kInteger:
      return sqlite3_bind_int64(statement, slot, value.integer);
    case StorageClass::kReal:
      return sqlite3_bind_double(statement, slot, value.real);
    case StorageClass::kText:
      return sqlite3_bind_text64(statement, slot, value.bytes.data(), value.bytes.size(), SQLITE_TRANSIENT,
                                 SQLITE_UTF8);
    case StorageClass::kBlob:
      // A null pointer would bind NULL; an empty string's data is not null.
      return sqlite3_bind_blob64(statement, slot, value.bytes.data(), value.bytes.size(), SQLITE_TRANSIENT);
  }
  return SQLITE_MISUSE;
}

int BindBorrowed(sqlite3_stmt* statement, int slot, const ValueView& value) {
  // No pointer would bind NULL; an empty text need not have one.
  const char* const bytes = value.bytes.data() == nullptr ? "" : value.bytes.data();
  switch (value.storage) {
    case StorageClass::kNull:
      return sqlite3_bind_null(statement, slot);
    case StorageClass::kInteger:
      return sqlite3_bind_int64(statement, slot, value.integer);
    case StorageClass::kReal:
      return sqlite3_bind_double(statement, slot, value.real);
    case StorageClass::kText:
      return sqlite3_bind_text64(statement, slot, bytes, value.bytes.size(), SQLITE_STATIC, SQLITE_UTF8);
    case StorageClass::kBlob:
      return sqlite3_bind_blob64(statement, slot, bytes, value.bytes.size(), SQLITE_STATIC);
  }
  return SQLITE_MISUSE;
}

}  // namespace querygate::sqlite
