// The compiled program of a statement, as EXPLAIN lists it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/fault.h"
#include "engine/backend/sqlite/program_opcodes.h"
#include "engine/base/expected.h"

struct sqlite3;

namespace querygate::sqlite {

struct Instruction {
  std::string name;
  const Opcode* opcode = nullptr;  // null when unknown
  std::int64_t p1 = 0, p2 = 0, p3 = 0;
  std::string p4;
  std::int64_t p5 = 0;

  std::int64_t P4Number() const;  // 0 when P4 is no number
  bool HasKeyInfo() const { return p4.starts_with("k("); }
  std::string_view FunctionName() const;   // of "name(2)"
  std::int64_t FunctionArguments() const;  // -1 when their number is not told
};

// In order of address.
using Program = std::vector<Instruction>;

// `EXPLAIN sql` under whatever mode the connection's authorizer is in.
Expected<Program, Fault> ListProgram(sqlite3* connection, std::string_view sql);

}  // namespace querygate::sqlite
