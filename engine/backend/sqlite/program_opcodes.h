// What is known of SQLite's instructions: the one table to extend for a newer version. Opcodes are not a
// stable interface, so an instruction that has no row here is refused.
#pragma once

#include <span>
#include <string_view>

namespace querygate::sqlite {

// What an instruction does with the cursor in P1.
enum class CursorRole {
  kNone,            // never touches a cursor
  kOpenTree,        // opens the b-tree with root page P2 of database P3
  kOpenTransient,   // opens a private table, index, sorter or record; its content comes from registers
  kOpenDuplicate,   // a second cursor on the transient of P2
  kMove,            // moves it or asks where it is; no value leaves the row
  kColumn,          // decodes column P2 into P3
  kColumnType,      // decodes the type of column P3 (of a register when P1 is negative)
  kRowid,           // decodes the rowid into P2
  kCompareKey,      // compares the key with the registers P3@P4, or the rowid with P3
  kCompareRowid,    // compares the rowid with P3
  kWholeRow,        // takes or compares the row as one record
  kWriteTransient,  // stores into a transient; on anything else it is a write
  kTransaction,     // begins a transaction on database P1, for writing when P2 is set
  kLock,            // locks a table of database P1
  kFunction,        // calls the function that P4 names
  kWrite,           // writes, or changes a setting
  kVirtual,         // belongs to a virtual table
};

// Where control can go besides the next instruction.
enum class Flow {
  kNext,
  kBranch,     // P2, when it is not zero
  kGoto,       // P2 only
  kGosub,      // P2 only; comes back behind itself
  kReturn,     // behind a Gosub on P1
  kCoroutine,  // InitCoroutine: P2 only; the coroutine starts at P3
  kYield,      // behind any other Yield on P1
  kEnd,        // EndCoroutine: to the Yields on P1
  kThreeWay,   // P1, P2 or P3
  kSeek,       // like kBranch, and may step over an Idx instruction behind it
  kSeekScan,   // P2, the next instruction or its P2, or the one after it
  kStop,
};

// Registers are written in a small notation, items separated by blanks: "1" is the register named by P1,
// "1@2" are P2 registers from P1 on, "3@4" takes the count from P4 (one at least), "1@3+" one more than P3,
// "2..3" runs from P2 to P3, "2@f" are the arguments of the function in P4.
struct Opcode {
  std::string_view name;
  CursorRole role;
  Flow flow;
  std::string_view reads;   // may read: never less than the truth
  std::string_view writes;  // overwrites: never more than the truth
};

std::span<const Opcode> Opcodes();

// Null when unknown.
const Opcode* FindOpcode(std::string_view name);

}  // namespace querygate::sqlite
