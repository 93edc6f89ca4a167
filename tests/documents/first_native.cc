#include "tests/documents/first_native.h"

#include <cstdio>

#include <catch2/catch.hpp>
#include <sqlite3.h>

namespace querygate::scenario {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

std::string Cell(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
      return "NULL";
    case SQLITE_TEXT:
      return "'" + std::string(text) + "'";
    case SQLITE_FLOAT: {
      // Versions write as text what the value is in more or fewer digits; this is one way for all of them.
      char digits[32];
      std::snprintf(digits, sizeof digits, "%.15g", sqlite3_column_double(statement, column));
      const std::string written = digits;
      return written.find_first_of(".en") == std::string::npos ? written + ".0" : written;
    }
    default:
      return text;
  }
}

}  // namespace

void CloseNative::operator()(sqlite3* connection) const { sqlite3_close(connection); }

NativeConnection OpenNative(const std::string& path, bool read_only) {
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &raw, read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, nullptr);
  NativeConnection connection(raw);
  REQUIRE(code == SQLITE_OK);
  return connection;
}

NativeAnswer RunNative(sqlite3* connection, std::string_view sql) {
  NativeAnswer answer;
  sqlite3_stmt* raw = nullptr;
  answer.code = sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  const std::unique_ptr<sqlite3_stmt, Finalize> statement(raw);
  if (answer.code == SQLITE_OK) {
    while ((answer.code = sqlite3_step(raw)) == SQLITE_ROW) {
      for (int column = 0; column < sqlite3_column_count(raw); ++column) {
        answer.rows += (column == 0 ? "" : "|") + Cell(raw, column);
      }
      answer.rows += ";";
    }
    if (answer.code == SQLITE_DONE) answer.code = SQLITE_OK;
  }
  if (answer.code != SQLITE_OK) answer.message = sqlite3_errmsg(connection);
  return answer;
}

}  // namespace querygate::scenario
