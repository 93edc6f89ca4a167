#include "engine/backend/sqlite/program_check.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/declared.h"
#include "engine/backend/sqlite/program_carried.h"
#include "engine/backend/sqlite/program_cursors.h"
#include "engine/backend/sqlite/program_flow.h"
#include "engine/backend/sqlite/program_listing.h"

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kMainDatabase = 0;
constexpr std::int64_t kTempDatabase = 1;

class Judge {
 public:
  Judge(const Program& program, const AccessPolicy& policy, const Schema& schema)
      : program_(program),
        policy_(policy),
        flow_(program),
        cursors_(program, flow_, schema),
        carried_(program, flow_, cursors_) {}

  std::vector<Violation> Run();

 private:
  void JudgeOpenings();
  void JudgeScope();
  void JudgeInstruction(std::size_t at);
  void JudgeField(std::size_t at, std::int64_t field);
  void JudgeRowid(std::size_t at);
  void JudgeKey(std::size_t at);
  void JudgeStore(std::size_t at);
  void JudgeTransient(std::size_t at);
  void JudgeFunction(const Instruction& instruction);

  // Judges a value that was decoded into `reg`, or, with no register, one that was otherwise looked at.
  void JudgeRead(std::size_t at, const Tree& tree, const Piece& piece, std::optional<std::int64_t> reg);
  void JudgeComparison(std::size_t at, const Tree& tree, const Piece& piece, std::int64_t reg);

  CursorContent ContentAt(std::size_t at);
  void Report(Violation violation);
  void Report(std::string_view rule, std::string message, std::string subject, std::string help = {});
  void ReportRead(const std::string& subject);

  const Program& program_;
  const AccessPolicy& policy_;
  ProgramFlow flow_;
  ProgramCursors cursors_;
  CarriedPieces carried_;
  std::vector<Violation> violations_;
};

void Judge::Report(Violation violation) {
  const bool known = std::any_of(violations_.begin(), violations_.end(), [&](const Violation& other) {
    return other.rule == violation.rule && other.subject == violation.subject;
  });
  if (!known) violations_.push_back(std::move(violation));
}

void Judge::Report(std::string_view rule, std::string message, std::string subject, std::string help) {
  Report({.rule = std::string(rule),
          .message = std::move(message),
          .help = std::move(help),
          .offset = std::nullopt,
          .subject = std::move(subject)});
}

void Judge::ReportRead(const std::string& subject) {
  Report("undeclared-read", "the compiled program reads " + subject + ", which is not listed under allow", subject,
         "list it under allow, or write the statement so that the database need not read it");
}

void Judge::JudgeOpenings() {
  for (const Instruction& instruction : program_) {
    if (instruction.opcode == nullptr)
      Report("unknown-opcode", "the compiled program holds " + instruction.name + ", which is not known to be safe",
             instruction.name, "write the statement in another way, or use a version of SQLite that is known");
  }
  for (const Violation& problem : cursors_.problems()) Report(problem);
  for (const Tree& tree : cursors_.trees()) {
    if (policy_.allowlist->FindTable(tree.object->name) == nullptr) ReportRead(tree.object->name);
  }
}

// A scoped table may be open only where its scope is asked for; who reads it is the authorizer's business.
void Judge::JudgeScope() {
  for (const ScopedAccess& scoped : policy_.scoped) {
    const bool open = std::any_of(cursors_.trees().begin(), cursors_.trees().end(),
                                  [&](const Tree& tree) { return SameName(tree.object->name, scoped.table); });
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

// A cursor that was never opened can show nothing, and says that the program is not understood.
CursorContent Judge::ContentAt(std::size_t at) {
  CursorContent content = cursors_.At(at, program_[at].p1);
  if (!content.open) ReportRead("something through a cursor that was never opened");
  return content;
}

void Judge::JudgeRead(std::size_t at, const Tree& tree, const Piece& piece, std::optional<std::int64_t> reg) {
  if (IsDeclared(policy_, tree, piece)) return;
  if (reg && policy_.allowlist->FindTable(tree.object->name) != nullptr &&
      carried_.StaysInside(at, *reg, *tree.object, piece))
    return;
  ReportRead(PieceName(*tree.object, piece));
}

void Judge::JudgeComparison(std::size_t at, const Tree& tree, const Piece& piece, std::int64_t reg) {
  if (IsDeclared(policy_, tree, piece)) return;
  if (carried_.HoldsIdentity(at, reg, *tree.object, piece)) return;
  ReportRead(PieceName(*tree.object, piece));
}

void Judge::JudgeField(std::size_t at, std::int64_t field) {
  const Instruction& instruction = program_[at];
  const CursorContent content = ContentAt(at);
  for (const Tree& tree : content.trees) {
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
  const CursorContent content = ContentAt(at);
  for (const Tree& tree : content.trees) JudgeRead(at, tree, {.kind = Piece::Kind::kRowid}, instruction.p2);
}

void Judge::JudgeKey(std::size_t at) {
  const Instruction& instruction = program_[at];
  const CursorContent content = ContentAt(at);
  const bool rowid = instruction.opcode->role == CursorRole::kCompareRowid;
  for (const Tree& tree : content.trees) {
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
      if (!ContentAt(at).trees.empty()) ReportRead("whole rows");
      return;
    case CursorRole::kWriteTransient:
      return JudgeStore(at);
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

// Only what the program made for itself may be filled.
void Judge::JudgeStore(std::size_t at) {
  const CursorContent content = cursors_.At(at, program_[at].p1);
  if (!content.transient || !content.trees.empty())
    Report("program-write", "the compiled program writes to a table", program_[at].name);
}

void Judge::JudgeTransient(std::size_t at) {
  for (const std::string& name : carried_.Taken(at)) ReportRead(name);
}

std::vector<Violation> Judge::Run() {
  if (policy_.allowlist == nullptr || program_.empty()) {
    Report("unknown-opcode", "there is no compiled program to check", "program");
    return std::move(violations_);
  }
  JudgeOpenings();
  JudgeScope();
  for (std::size_t at = 0; at < program_.size(); ++at) JudgeInstruction(at);
  for (std::size_t at = 0; at < program_.size(); ++at) JudgeTransient(at);
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
