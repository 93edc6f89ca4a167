// Pieces of rows that a plan carries about for itself although no part of the statement asked for them: the
// identity of a row between two searches of one table, or a column that is copied into an automatic index and
// never looked at there. They are harmless exactly as long as they stay inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/backend/sqlite/declared.h"
#include "engine/backend/sqlite/program_cursors.h"
#include "engine/backend/sqlite/program_flow.h"

namespace querygate::sqlite {

// Must not outlive what it is made from.
class CarriedPieces {
 public:
  CarriedPieces(const Program& program, const ProgramFlow& flow, const ProgramCursors& cursors)
      : program_(program), flow_(flow), cursors_(cursors) {}

  // True when the piece that `at` decodes into `reg` never leaves the plan's bookkeeping. What a transient
  // keeps of it is remembered: ask Taken about every instruction afterwards.
  bool StaysInside(std::size_t at, std::int64_t reg, const SchemaObject& object, const Piece& piece);

  // True when the register holds this piece of identity of the same table, whatever way led to `at`.
  bool HoldsIdentity(std::size_t at, std::int64_t reg, const SchemaObject& object, const Piece& piece) const;

  // Names of kept pieces that the instruction takes out of a transient or compares with something else.
  std::vector<std::string> Taken(std::size_t at) const;

 private:
  struct Carried {
    const SchemaObject* object = nullptr;
    Piece piece;
    bool identity() const { return IsIdentity(*object, piece); }
    friend bool operator==(const Carried&, const Carried&) = default;
  };
  struct Kept {
    Carried carried;
    bool last = false;  // where an index keeps its rowid
  };

  bool IsHarmlessUse(std::size_t use, std::int64_t reg, const Carried& carried);
  bool IsStoredInside(std::size_t make_record, std::int64_t field, const Carried& carried);
  bool IsComparedInside(std::size_t use, std::int64_t reg, const Carried& carried) const;
  bool IsIdentitySet(std::int64_t cursor, std::int64_t field, const Carried& carried) const;
  bool HoldsOnly(std::size_t at, std::int64_t reg, const Carried& carried) const;
  bool Takes(std::size_t at, std::int64_t field, const Kept& kept) const;

  const Program& program_;
  const ProgramFlow& flow_;
  const ProgramCursors& cursors_;
  std::map<std::int64_t, std::map<std::int64_t, Kept>> kept_;  // transient, field
};

}  // namespace querygate::sqlite
