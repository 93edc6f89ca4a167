#include "engine/backend/sqlite/program_carried.h"

#include <algorithm>

namespace querygate::sqlite {

bool CarriedPieces::StaysInside(std::size_t at, std::int64_t reg, const SchemaObject& object, const Piece& piece) {
  const Carried carried{.object = &object, .piece = piece};
  const std::vector<std::size_t> uses = flow_.Uses(at, reg);
  return std::all_of(uses.begin(), uses.end(), [&](std::size_t use) { return IsHarmlessUse(use, reg, carried); });
}

bool CarriedPieces::HoldsIdentity(std::size_t at, std::int64_t reg, const SchemaObject& object,
                                  const Piece& piece) const {
  return IsIdentity(object, piece) && HoldsOnly(at, reg, {.object = &object, .piece = piece});
}

bool CarriedPieces::HoldsOnly(std::size_t at, std::int64_t reg, const Carried& carried) const {
  const auto definitions = flow_.Definitions(at, reg);
  if (!definitions) return false;
  return std::all_of(definitions->begin(), definitions->end(), [&](std::size_t definition) {
    const Instruction& instruction = program_[definition];
    const CursorContent content = cursors_.At(definition, instruction.p1);
    if (content.transient || content.trees.empty()) return false;
    return std::all_of(content.trees.begin(), content.trees.end(), [&](const Tree& tree) {
      if (tree.object != carried.object) return false;
      if (instruction.opcode->role == CursorRole::kRowid) return carried.piece.kind == Piece::Kind::kRowid;
      Piece piece;
      return instruction.opcode->role == CursorRole::kColumn && instruction.p2 >= 0 &&
             PieceOf(tree, static_cast<std::size_t>(instruction.p2), piece) && piece == carried.piece;
    });
  });
}

// A set of rows already seen: nothing goes in but the identity of rows.
bool CarriedPieces::IsIdentitySet(std::int64_t cursor, std::int64_t field, const Carried& carried) const {
  for (std::size_t at = 0; at < program_.size(); ++at) {
    const Instruction& instruction = program_[at];
    if (instruction.p1 != cursor || instruction.opcode == nullptr ||
        instruction.opcode->role != CursorRole::kWriteTransient)
      continue;
    if (instruction.name != "IdxInsert" || field >= instruction.P4Number()) return false;
    if (!HoldsOnly(at, instruction.p3 + field, carried)) return false;
  }
  return true;
}

bool CarriedPieces::IsComparedInside(std::size_t use, std::int64_t reg, const Carried& carried) const {
  const Instruction& instruction = program_[use];
  const std::int64_t field = reg - instruction.p3;
  const CursorContent content = cursors_.At(use, instruction.p1);
  if (!content.open || field < 0) return false;
  if (content.trees.empty()) return !content.duplicated && IsIdentitySet(instruction.p1, field, carried);
  if (content.transient) return false;
  return std::all_of(content.trees.begin(), content.trees.end(), [&](const Tree& tree) {
    if (tree.object != carried.object) return false;
    if (tree.index == nullptr || instruction.opcode->role == CursorRole::kCompareRowid)
      return carried.piece.kind == Piece::Kind::kRowid;
    Piece piece;
    return PieceOf(tree, static_cast<std::size_t>(field), piece) && piece == carried.piece;
  });
}

bool CarriedPieces::IsStoredInside(std::size_t make_record, std::int64_t field, const Carried& carried) {
  const std::int64_t record = program_[make_record].p3;
  for (const std::size_t use : flow_.Uses(make_record, record)) {
    const Instruction& instruction = program_[use];
    const CursorContent content = cursors_.At(use, instruction.p1);
    if (instruction.name != "IdxInsert" || instruction.p2 != record || !content.open) return false;
    if (!content.trees.empty() || content.duplicated) return false;
    // An index of the plan's own counts for nothing; a set that the statement asked for tells equal from unequal.
    if (!content.automatic_index && !(carried.identity() && IsIdentitySet(instruction.p1, field, carried)))
      return false;
    const bool last = field + 1 == program_[make_record].p2;
    const auto [kept, added] = kept_[instruction.p1].emplace(field, Kept{.carried = carried, .last = last});
    if (!added && !(kept->second.carried == carried && kept->second.last == last)) return false;
  }
  return true;
}

bool CarriedPieces::IsHarmlessUse(std::size_t use, std::int64_t reg, const Carried& carried) {
  const Instruction& instruction = program_[use];
  if (instruction.opcode == nullptr) return false;
  if (instruction.name == "MakeRecord") return IsStoredInside(use, reg - instruction.p1, carried);
  if (!carried.identity()) return false;
  switch (instruction.opcode->role) {
    case CursorRole::kCompareKey:
    case CursorRole::kCompareRowid:
      return IsComparedInside(use, reg, carried);
    case CursorRole::kWriteTransient:
      // The unpacked key beside a record; the record itself is judged where it is made.
      return instruction.name == "IdxInsert" && instruction.p2 != reg;
    case CursorRole::kNone:
      break;
    default:
      return false;
  }
  if (instruction.name == "RowSetTest") return instruction.p1 != reg;
  // A Bloom filter only saves a search, which is judged on its own.
  return (instruction.name == "Filter" || instruction.name == "FilterAdd") && instruction.p1 != reg;
}

bool CarriedPieces::Takes(std::size_t at, std::int64_t field, const Kept& kept) const {
  const Instruction& instruction = program_[at];
  switch (instruction.opcode->role) {
    case CursorRole::kColumn:
      return instruction.p2 == field;
    case CursorRole::kColumnType:
      return instruction.p3 == field;
    case CursorRole::kRowid:
      return kept.last;
    case CursorRole::kWholeRow:
      return true;
    case CursorRole::kCompareRowid:
      return true;
    case CursorRole::kCompareKey: {
      const std::int64_t count = instruction.P4Number();
      if (count > 0 && field >= count) return false;
      return count == 0 || !kept.carried.identity() || !HoldsOnly(at, instruction.p3 + field, kept.carried);
    }
    default:
      return false;
  }
}

std::vector<std::string> CarriedPieces::Taken(std::size_t at) const {
  std::vector<std::string> names;
  const auto found = kept_.find(program_[at].p1);
  if (program_[at].opcode == nullptr || found == kept_.end()) return names;
  for (const auto& [field, kept] : found->second) {
    if (Takes(at, field, kept)) names.push_back(PieceName(*kept.carried.object, kept.carried.piece));
  }
  return names;
}

}  // namespace querygate::sqlite
