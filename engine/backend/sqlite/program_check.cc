#include "engine/backend/sqlite/program_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/declared.h"
#include "engine/backend/sqlite/program_flow.h"
#include "engine/backend/sqlite/program_listing.h"

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kMainDatabase = 0;
constexpr std::int64_t kTempDatabase = 1;
// Hints on OpenRead that change no meaning; any other bit may, the root page in a register for one.
constexpr std::int64_t kHarmlessOpenFlags = 0x01 | 0x02;

// Everything that one cursor number stands for somewhere in the program.
struct CursorContent {
  std::vector<Tree> trees;
  bool transient = false;
  bool duplicated = false;
};

// A piece of a table that was read although it is not declared, because it identifies the row.
struct IdentityPiece {
  const SchemaObject* object = nullptr;
  Piece piece;
  friend bool operator==(const IdentityPiece&, const IdentityPiece&) = default;
};

class Judge {
 public:
  Judge(const Program& program, const AccessPolicy& policy, const Schema& schema)
      : program_(program), policy_(policy), schema_(schema), flow_(program) {}

  std::vector<Violation> Run();

 private:
  void MapRoots();
  void CollectCursors();
  void JudgeScope();
  void JudgeInstruction(std::size_t at);
  void JudgeField(std::size_t at, std::int64_t field);
  void JudgeRowid(std::size_t at);
  void JudgeKey(std::size_t at);
  void JudgeFunction(const Instruction& instruction);
  void JudgeTransients(std::size_t at);

  void OpenTree(const Instruction& instruction);
  const CursorContent* Content(std::int64_t cursor) const;

  // Judges a value that was decoded into `reg`, or, with no register, one that was otherwise looked at.
  void JudgeRead(std::size_t at, const Tree& tree, const Piece& piece, std::optional<std::int64_t> reg);
  void JudgeComparison(std::size_t at, const Tree& tree, const Piece& piece, std::int64_t reg);

  bool StaysInside(std::size_t at, std::int64_t reg, const IdentityPiece& identity);
  bool IsHarmlessUse(std::size_t use, std::int64_t reg, const IdentityPiece& identity);
  bool IsStoredInside(std::size_t make_record, std::int64_t field, const IdentityPiece& identity);
  bool IsComparedInside(std::size_t use, std::int64_t reg, const IdentityPiece& identity) const;
  bool IsIdentitySet(std::int64_t cursor, std::int64_t field, const IdentityPiece& identity) const;
  bool HoldsOnly(std::size_t at, std::int64_t reg, const IdentityPiece& identity) const;

  void Report(std::string_view rule, std::string message, std::string subject, std::string help = {});
  void ReportRead(const std::string& subject);

  const Program& program_;
  const AccessPolicy& policy_;
  const Schema& schema_;
  ProgramFlow flow_;
  std::map<std::int64_t, std::vector<Tree>> roots_;
  std::map<std::int64_t, CursorContent> cursors_;
  std::set<std::int64_t> record_registers_;                               // read whenever their pseudo cursor is
  std::map<std::int64_t, std::map<std::int64_t, IdentityPiece>> stored_;  // transient, field: identity kept there
  std::vector<Violation> violations_;
};

void Judge::Report(std::string_view rule, std::string message, std::string subject, std::string help) {
  const bool known = std::any_of(violations_.begin(), violations_.end(), [&](const Violation& violation) {
    return violation.rule == rule && violation.subject == subject;
  });
  if (known) return;
  violations_.push_back({.rule = std::string(rule),
                         .message = std::move(message),
                         .help = std::move(help),
                         .offset = std::nullopt,
                         .subject = std::move(subject)});
}

void Judge::ReportRead(const std::string& subject) {
  Report("undeclared-read", "the compiled program reads " + subject + ", which is not listed under allow", subject,
         "list it under allow, or write the statement so that the database need not read it");
}

void Judge::MapRoots() {
  for (const auto& [folded, object] : schema_.objects) {
    if (object.kind != SchemaObject::Kind::kTable) continue;
    if (!object.without_rowid) roots_[object.root_page].push_back({.object = &object, .index = nullptr});
    for (const SchemaIndex& index : object.indexes)
      roots_[index.root_page].push_back({.object = &object, .index = &index});
  }
}

void Judge::OpenTree(const Instruction& instruction) {
  if (instruction.p3 != kMainDatabase) {
    Report("outside-main", "the compiled program opens a table outside the main database",
           "database " + std::to_string(instruction.p3));
    return;
  }
  if ((instruction.p5 & ~kHarmlessOpenFlags) != 0) {
    Report("unknown-opcode", "the compiled program opens a table in a way that is not known to be safe",
           instruction.name);
    return;
  }
  const auto found = roots_.find(instruction.p2);
  if (found == roots_.end()) {
    Report("undeclared-read", "the compiled program opens a table of the database's own catalogue",
           "page " + std::to_string(instruction.p2));
    return;
  }
  // A file in which two trees share a page would let one stand for the other.
  if (found->second.size() != 1 || instruction.HasKeyInfo() != (found->second.front().index != nullptr)) {
    Report("undeclared-read", "the compiled program opens a table that the schema does not describe",
           "page " + std::to_string(instruction.p2));
    return;
  }
  const Tree& tree = found->second.front();
  if (policy_.allowlist->FindTable(tree.object->name) == nullptr) ReportRead(tree.object->name);
  cursors_[instruction.p1].trees.push_back(tree);
}

void Judge::CollectCursors() {
  for (const Instruction& instruction : program_) {
    if (instruction.opcode == nullptr) {
      Report("unknown-opcode", "the compiled program holds " + instruction.name + ", which is not known to be safe",
             instruction.name, "write the statement in another way, or use a version of SQLite that is known");
      continue;
    }
    switch (instruction.opcode->role) {
      case CursorRole::kOpenTree:
        OpenTree(instruction);
        break;
      case CursorRole::kOpenTransient:
        cursors_[instruction.p1].transient = true;
        if (instruction.name == "OpenPseudo") record_registers_.insert(instruction.p2);
        break;
      case CursorRole::kOpenDuplicate:
        cursors_[instruction.p1].transient = true;
        cursors_[instruction.p1].duplicated = true;
        cursors_[instruction.p2].duplicated = true;
        break;
      default:
        break;
    }
  }
}

const CursorContent* Judge::Content(std::int64_t cursor) const {
  const auto found = cursors_.find(cursor);
  return found == cursors_.end() ? nullptr : &found->second;
}

// A scoped table may be open only where its scope is asked for; who reads it is the authorizer's business.
void Judge::JudgeScope() {
  for (const ScopedAccess& scoped : policy_.scoped) {
    const bool open = std::any_of(cursors_.begin(), cursors_.end(), [&](const auto& entry) {
      return std::any_of(entry.second.trees.begin(), entry.second.trees.end(),
                         [&](const Tree& tree) { return SameName(tree.object->name, scoped.table); });
    });
    const bool asked = std::any_of(program_.begin(), program_.end(), [&](const Instruction& instruction) {
      return instruction.opcode != nullptr && instruction.opcode->role == CursorRole::kFunction &&
             instruction.FunctionName() == scoped.secret_function;
    });
    if (open && !asked)
      Report("undeclared-read", "the compiled program reads " + scoped.table + " without its row scope", scoped.table);
  }
}

void Judge::JudgeFunction(const Instruction& instruction) {
  const std::string name(instruction.FunctionName());
  if (policy_.allowlist->FindFunction(name) != nullptr) return;
  const bool secret = std::any_of(policy_.scoped.begin(), policy_.scoped.end(),
                                  [&](const ScopedAccess& scoped) { return name == scoped.secret_function; });
  if (secret && !name.empty()) return;
  Report("unlisted-function", "the compiled program calls " + name + "(), which is not listed under allow", name,
         "list it under allow.functions, or do without it");
}

// Does `at` read a register that, on every path, holds this piece of the same table?
bool Judge::HoldsOnly(std::size_t at, std::int64_t reg, const IdentityPiece& identity) const {
  const auto definitions = flow_.Definitions(at, reg);
  if (!definitions) return false;
  return std::all_of(definitions->begin(), definitions->end(), [&](std::size_t definition) {
    const Instruction& instruction = program_[definition];
    const CursorContent* content = Content(instruction.p1);
    if (content == nullptr || content->transient || content->trees.empty()) return false;
    return std::all_of(content->trees.begin(), content->trees.end(), [&](const Tree& tree) {
      if (tree.object != identity.object) return false;
      if (instruction.opcode->role == CursorRole::kRowid) return identity.piece.kind == Piece::Kind::kRowid;
      Piece piece;
      return instruction.opcode->role == CursorRole::kColumn && instruction.p2 >= 0 &&
             PieceOf(tree, static_cast<std::size_t>(instruction.p2), piece) && piece == identity.piece;
    });
  });
}

// A set of rows already seen: nothing goes in but the identity of rows.
bool Judge::IsIdentitySet(std::int64_t cursor, std::int64_t field, const IdentityPiece& identity) const {
  for (std::size_t at = 0; at < program_.size(); ++at) {
    const Instruction& instruction = program_[at];
    if (instruction.p1 != cursor || instruction.opcode == nullptr ||
        instruction.opcode->role != CursorRole::kWriteTransient)
      continue;
    if (instruction.name != "IdxInsert" || field >= instruction.P4Number()) return false;
    if (!HoldsOnly(at, instruction.p3 + field, identity)) return false;
  }
  return true;
}

bool Judge::IsComparedInside(std::size_t use, std::int64_t reg, const IdentityPiece& identity) const {
  const Instruction& instruction = program_[use];
  const std::int64_t field = reg - instruction.p3;
  const CursorContent* content = Content(instruction.p1);
  if (content == nullptr || field < 0) return false;
  if (content->trees.empty()) return !content->duplicated && IsIdentitySet(instruction.p1, field, identity);
  if (content->transient) return false;
  return std::all_of(content->trees.begin(), content->trees.end(), [&](const Tree& tree) {
    if (tree.object != identity.object) return false;
    if (tree.index == nullptr) return identity.piece.kind == Piece::Kind::kRowid;
    Piece piece;
    return PieceOf(tree, static_cast<std::size_t>(field), piece) && piece == identity.piece;
  });
}

// The record of a row that goes into transient indexes only; what they keep of it is remembered.
bool Judge::IsStoredInside(std::size_t make_record, std::int64_t field, const IdentityPiece& identity) {
  const std::int64_t record = program_[make_record].p3;
  if (record_registers_.contains(record)) return false;
  for (const std::size_t use : flow_.Uses(make_record, record)) {
    const Instruction& instruction = program_[use];
    const CursorContent* content = Content(instruction.p1);
    if (instruction.name != "IdxInsert" || instruction.p2 != record || content == nullptr) return false;
    if (!content->trees.empty() || content->duplicated) return false;
    const auto [kept, added] = stored_[instruction.p1].emplace(field, identity);
    if (!added && kept->second != identity) return false;
  }
  return true;
}

bool Judge::IsHarmlessUse(std::size_t use, std::int64_t reg, const IdentityPiece& identity) {
  const Instruction& instruction = program_[use];
  if (instruction.opcode == nullptr) return false;
  switch (instruction.opcode->role) {
    case CursorRole::kCompareKey:
    case CursorRole::kCompareRowid:
      return IsComparedInside(use, reg, identity);
    case CursorRole::kWriteTransient:
      // The unpacked key beside a record; the record itself is judged where it is made.
      return instruction.name == "IdxInsert" && instruction.p2 != reg;
    case CursorRole::kNone:
      break;
    default:
      return false;
  }
  if (instruction.name == "MakeRecord") return IsStoredInside(use, reg - instruction.p1, identity);
  if (instruction.name == "RowSetTest") return instruction.p1 != reg;
  // A Bloom filter only saves a search, which is judged on its own.
  return (instruction.name == "Filter" || instruction.name == "FilterAdd") && instruction.p1 != reg;
}

bool Judge::StaysInside(std::size_t at, std::int64_t reg, const IdentityPiece& identity) {
  if (record_registers_.contains(reg)) return false;
  const std::vector<std::size_t> uses = flow_.Uses(at, reg);
  return std::all_of(uses.begin(), uses.end(), [&](std::size_t use) { return IsHarmlessUse(use, reg, identity); });
}

void Judge::JudgeRead(std::size_t at, const Tree& tree, const Piece& piece, std::optional<std::int64_t> reg) {
  if (IsDeclared(policy_, tree, piece)) return;
  if (reg && IsIdentity(*tree.object, piece) && policy_.allowlist->FindTable(tree.object->name) != nullptr &&
      StaysInside(at, *reg, {.object = tree.object, .piece = piece}))
    return;
  ReportRead(PieceName(*tree.object, piece));
}

void Judge::JudgeComparison(std::size_t at, const Tree& tree, const Piece& piece, std::int64_t reg) {
  if (IsDeclared(policy_, tree, piece)) return;
  if (IsIdentity(*tree.object, piece) && HoldsOnly(at, reg, {.object = tree.object, .piece = piece})) return;
  ReportRead(PieceName(*tree.object, piece));
}

void Judge::JudgeField(std::size_t at, std::int64_t field) {
  const Instruction& instruction = program_[at];
  const CursorContent* content = Content(instruction.p1);
  if (content == nullptr) {
    ReportRead("something through a cursor that was never opened");
    return;
  }
  for (const Tree& tree : content->trees) {
    Piece piece;
    if (field < 0 || !PieceOf(tree, static_cast<std::size_t>(field), piece)) {
      ReportRead("an unknown part of " + tree.object->name);
      continue;
    }
    const bool decoded = instruction.opcode->role == CursorRole::kColumn;
    JudgeRead(at, tree, piece, decoded ? std::optional(instruction.p3) : std::nullopt);
  }
}

void Judge::JudgeRowid(std::size_t at) {
  const Instruction& instruction = program_[at];
  const CursorContent* content = Content(instruction.p1);
  if (content == nullptr) {
    ReportRead("something through a cursor that was never opened");
    return;
  }
  for (const Tree& tree : content->trees) JudgeRead(at, tree, {.kind = Piece::Kind::kRowid}, instruction.p2);
}

void Judge::JudgeKey(std::size_t at) {
  const Instruction& instruction = program_[at];
  const CursorContent* content = Content(instruction.p1);
  if (content == nullptr) {
    ReportRead("something through a cursor that was never opened");
    return;
  }
  const bool rowid = instruction.opcode->role == CursorRole::kCompareRowid;
  for (const Tree& tree : content->trees) {
    if (rowid || tree.index == nullptr) {
      JudgeComparison(at, tree, {.kind = Piece::Kind::kRowid}, instruction.p3);
      continue;
    }
    // Without a count P3 is one record with the whole key: its register holds no single piece.
    const std::int64_t count = instruction.P4Number();
    const std::int64_t fields = count > 0 ? count : static_cast<std::int64_t>(tree.index->keys.size());
    for (std::int64_t field = 0; field < fields; ++field) {
      Piece piece;
      if (!PieceOf(tree, static_cast<std::size_t>(field), piece)) {
        ReportRead("an unknown part of " + tree.object->name);
        break;
      }
      JudgeComparison(at, tree, piece, instruction.p3 + field);
    }
  }
}

void Judge::JudgeInstruction(std::size_t at) {
  const Instruction& instruction = program_[at];
  if (instruction.opcode == nullptr) return;
  const CursorContent* content = Content(instruction.p1);
  switch (instruction.opcode->role) {
    case CursorRole::kNone:
    case CursorRole::kOpenTree:
    case CursorRole::kOpenTransient:
    case CursorRole::kOpenDuplicate:
    case CursorRole::kMove:
      return;
    case CursorRole::kColumn:
      return JudgeField(at, instruction.p2);
    case CursorRole::kColumnType:
      if (instruction.p1 >= 0) JudgeField(at, instruction.p3);
      return;
    case CursorRole::kRowid:
      return JudgeRowid(at);
    case CursorRole::kCompareKey:
    case CursorRole::kCompareRowid:
      return JudgeKey(at);
    case CursorRole::kWholeRow:
      if (content == nullptr || !content->trees.empty()) ReportRead("whole rows");
      return;
    case CursorRole::kWriteTransient:
      if (content == nullptr || !content->transient || !content->trees.empty())
        Report("program-write", "the compiled program writes to a table", instruction.name);
      return;
    case CursorRole::kTransaction:
      if (instruction.p2 != 0) Report("program-write", "the compiled program begins a write", instruction.name);
      // The scope views live in the temporary schema; they have no table of their own.
      if (instruction.p1 != kMainDatabase && instruction.p1 != kTempDatabase)
        Report("outside-main", "the compiled program uses an attached database",
               "database " + std::to_string(instruction.p1));
      return;
    case CursorRole::kLock:
      if (instruction.p1 != kMainDatabase)
        Report("outside-main", "the compiled program locks a table outside the main database",
               "database " + std::to_string(instruction.p1));
      return;
    case CursorRole::kFunction:
      return JudgeFunction(instruction);
    case CursorRole::kWrite:
      return Report("program-write", "the compiled program writes or changes a setting (" + instruction.name + ")",
                    instruction.name);
    case CursorRole::kVirtual:
      return Report("virtual-table", "the compiled program uses a virtual table or a table-valued function",
                    "virtual table", "virtual tables are refused; read an ordinary table");
  }
}

// What a transient keeps of a row's identity must not come out again, nor be compared with anything else.
void Judge::JudgeTransients(std::size_t at) {
  const Instruction& instruction = program_[at];
  const auto kept = stored_.find(instruction.p1);
  if (instruction.opcode == nullptr || kept == stored_.end()) return;
  for (const auto& [field, identity] : kept->second) {
    bool taken = false;
    switch (instruction.opcode->role) {
      case CursorRole::kColumn:
        taken = instruction.p2 == field;
        break;
      case CursorRole::kColumnType:
        taken = instruction.p3 == field;
        break;
      case CursorRole::kRowid:
      case CursorRole::kWholeRow:
        taken = true;
        break;
      case CursorRole::kCompareKey: {
        const std::int64_t count = instruction.P4Number();
        taken = count == 0 || (field < count && !HoldsOnly(at, instruction.p3 + field, identity));
        break;
      }
      default:
        break;
    }
    if (taken) ReportRead(PieceName(*identity.object, identity.piece));
  }
}

std::vector<Violation> Judge::Run() {
  if (policy_.allowlist == nullptr || program_.empty()) {
    Report("unknown-opcode", "there is no compiled program to check", "program");
    return std::move(violations_);
  }
  MapRoots();
  CollectCursors();
  JudgeScope();
  for (std::size_t at = 0; at < program_.size(); ++at) JudgeInstruction(at);
  for (std::size_t at = 0; at < program_.size(); ++at) JudgeTransients(at);
  return std::move(violations_);
}

}  // namespace

std::vector<Violation> JudgeProgram(const Program& program, const AccessPolicy& policy, const Schema& schema) {
  return Judge(program, policy, schema).Run();
}

Expected<std::vector<Violation>, Fault> CheckProgram(sqlite3* connection, Authorizer& authorizer, std::string_view sql,
                                                     const AccessPolicy& policy, const Schema& schema) {
  const ActiveMode mode(authorizer, policy);
  const auto program = ListProgram(connection, sql);
  if (!program) return Unexpected(program.error());
  return JudgeProgram(*program, policy, schema);
}

}  // namespace querygate::sqlite
