#include "engine/backend/sqlite/program_listing.h"

#include <charconv>

#include <sqlite3.h>

#include "engine/backend/sqlite/handles.h"

namespace querygate::sqlite {
namespace {

std::int64_t ToNumber(std::string_view text, std::int64_t otherwise) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

std::string Text(sqlite3_stmt* row, int column) {
  const unsigned char* text = sqlite3_column_text(row, column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(sqlite3_column_bytes(row, column))};
}

}  // namespace

std::int64_t Instruction::P4Number() const { return ToNumber(p4, 0); }

std::string_view Instruction::FunctionName() const { return std::string_view(p4).substr(0, p4.rfind('(')); }

std::int64_t Instruction::FunctionArguments() const {
  const std::size_t open = p4.rfind('(');
  if (open == std::string::npos || !p4.ends_with(')')) return -1;
  return ToNumber(std::string_view(p4).substr(open + 1, p4.size() - open - 2), -1);
}

Expected<Program, Fault> ListProgram(sqlite3* connection, std::string_view sql) {
  constexpr std::string_view kDoing = "listing the compiled program";
  const std::string text = "EXPLAIN " + std::string(sql);
  sqlite3_stmt* raw = nullptr;
  const int prepared = sqlite3_prepare_v3(connection, text.c_str(), static_cast<int>(text.size()),
                                          SQLITE_PREPARE_NO_VTAB, &raw, nullptr);
  const StatementHandle statement(raw);
  if (prepared != SQLITE_OK) return Unexpected(CurrentFault(connection, kDoing));
  Program program;
  if (statement == nullptr) return program;
  // addr, opcode, p1, p2, p3, p4, p5, comment
  for (;;) {
    const int stepped = sqlite3_step(statement.get());
    if (stepped == SQLITE_DONE) return program;
    if (stepped != SQLITE_ROW) return Unexpected(CurrentFault(connection, kDoing));
    Instruction instruction{.name = Text(statement.get(), 1)};
    instruction.opcode = FindOpcode(instruction.name);
    instruction.p1 = sqlite3_column_int64(statement.get(), 2);
    instruction.p2 = sqlite3_column_int64(statement.get(), 3);
    instruction.p3 = sqlite3_column_int64(statement.get(), 4);
    instruction.p4 = Text(statement.get(), 5);
    instruction.p5 = sqlite3_column_int64(statement.get(), 6);
    program.push_back(std::move(instruction));
  }
}

}  // namespace querygate::sqlite
