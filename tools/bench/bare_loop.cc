#include "tools/bench/bare_loop.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <sqlite3.h>

namespace querygate::bench {
namespace {

void Require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "call_bench: %s\n", what);
  std::abort();
}

void AppendInteger(std::string& text, std::int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

}  // namespace

BareLoop::BareLoop(const std::string& path, const std::string& sql) {
  Require(sqlite3_open_v2(path.c_str(), &connection_, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK, "open");
  Require(
      sqlite3_prepare_v3(connection_, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) == SQLITE_OK,
      sqlite3_errmsg(connection_));
}

BareLoop::~BareLoop() {
  sqlite3_finalize(statement_);
  sqlite3_close(connection_);
}

void BareLoop::Bind(const std::vector<std::int64_t>& arguments) {
  int index = 0;
  for (const std::int64_t argument : arguments) sqlite3_bind_int64(statement_, ++index, argument);
}

std::int64_t BareLoop::Read(const std::vector<std::int64_t>& arguments) {
  Bind(arguments);
  const int columns = sqlite3_column_count(statement_);
  std::int64_t rows = 0;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement_)) == SQLITE_ROW) {
    ++rows;
    for (int column = 0; column < columns; ++column) {
      if (sqlite3_column_type(statement_, column) == SQLITE_INTEGER) {
        checksum_ += static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
      } else {
        checksum_ += *sqlite3_column_text(statement_, column);
        checksum_ += static_cast<std::uint64_t>(sqlite3_column_bytes(statement_, column));
      }
    }
  }
  Require(code == SQLITE_DONE, "step");
  sqlite3_reset(statement_);
  return rows;
}

std::int64_t BareLoop::ReadAsJson(const std::vector<std::int64_t>& arguments, std::string& body) {
  Bind(arguments);
  const int columns = sqlite3_column_count(statement_);
  std::int64_t rows = 0;
  int code = SQLITE_ROW;
  body = R"({"status":"ok","complete":true,"rows":[)";
  while ((code = sqlite3_step(statement_)) == SQLITE_ROW) {
    if (rows++ > 0) body += ',';
    for (int column = 0; column < columns; ++column) {
      body += column == 0 ? "{\"" : ",\"";
      body += sqlite3_column_name(statement_, column);
      body += "\":";
      if (sqlite3_column_type(statement_, column) == SQLITE_INTEGER) {
        AppendInteger(body, sqlite3_column_int64(statement_, column));
      } else {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
        body += '"';
        body.append(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
        body += '"';
      }
    }
    body += '}';
  }
  body += "]}";
  Require(code == SQLITE_DONE, "step");
  sqlite3_reset(statement_);
  return rows;
}

}  // namespace querygate::bench
