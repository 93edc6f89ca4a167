#include "engine/backend/sqlite/program_cursors.h"

#include <set>
#include <utility>

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kMainDatabase = 0;
// Hints on OpenRead that change no meaning; any other bit may, the root page in a register for one.
constexpr std::int64_t kHarmlessOpenFlags = 0x01 | 0x02;

void Merge(CursorContent& into, const CursorContent& from) {
  into.trees.insert(into.trees.end(), from.trees.begin(), from.trees.end());
  into.open = into.open || from.open;
  into.transient = into.transient || from.transient;
  into.automatic_index = into.automatic_index || from.automatic_index;
  into.duplicated = into.duplicated || from.duplicated;
}

}  // namespace

ProgramCursors::ProgramCursors(const Program& program, const ProgramFlow& flow, const Schema& schema)
    : program_(program), flow_(flow) {
  MapRoots(schema);
  std::set<std::int64_t> duplicated;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const Instruction& instruction = program[at];
    if (instruction.opcode == nullptr) continue;
    CursorContent content{.open = true};
    switch (instruction.opcode->role) {
      case CursorRole::kOpenTree:
        OpenTree(instruction, content);
        break;
      case CursorRole::kOpenTransient:
        content.transient = true;
        content.automatic_index = instruction.name == "OpenAutoindex";
        break;
      case CursorRole::kOpenDuplicate:
        content.transient = true;
        duplicated.insert(instruction.p1);
        duplicated.insert(instruction.p2);
        break;
      default:
        continue;
    }
    by_cursor_[instruction.p1].push_back(at);
    openings_.emplace(at, std::move(content));
  }
  for (auto& [at, content] : openings_) content.duplicated = duplicated.contains(program[at].p1);
}

void ProgramCursors::MapRoots(const Schema& schema) {
  for (const auto& [folded, object] : schema.objects) {
    if (object.kind != SchemaObject::Kind::kTable) continue;
    if (!object.without_rowid) roots_[object.root_page].push_back({.object = &object, .index = nullptr});
    for (const SchemaIndex& index : object.indexes)
      roots_[index.root_page].push_back({.object = &object, .index = &index});
  }
}

void ProgramCursors::Refuse(std::string_view rule, std::string message, std::string subject) {
  problems_.push_back({.rule = std::string(rule),
                       .message = "the compiled program opens " + std::move(message),
                       .help = {},
                       .offset = std::nullopt,
                       .subject = std::move(subject)});
}

void ProgramCursors::OpenTree(const Instruction& instruction, CursorContent& content) {
  if (instruction.p3 != kMainDatabase)
    return Refuse("outside-main", "a table outside the main database", "database " + std::to_string(instruction.p3));
  if ((instruction.p5 & ~kHarmlessOpenFlags) != 0)
    return Refuse("unknown-opcode", "a table in a way that is not known to be safe", instruction.name);
  const std::string page = "page " + std::to_string(instruction.p2);
  const auto found = roots_.find(instruction.p2);
  if (found == roots_.end()) return Refuse("undeclared-read", "a table of the database's own catalogue", page);
  // A file in which two trees share a page would let one stand for the other.
  if (found->second.size() != 1 || instruction.HasKeyInfo() != (found->second.front().index != nullptr))
    return Refuse("undeclared-read", "a table that the schema does not describe", page);
  trees_.push_back(found->second.front());
  content.trees.push_back(found->second.front());
}

CursorContent ProgramCursors::At(std::size_t at, std::int64_t cursor) const {
  const auto found = by_cursor_.find(cursor);
  if (found == by_cursor_.end()) return {};
  CursorContent content;
  // Most cursors are opened once; only the others need to be told apart by the way that leads here.
  if (found->second.size() > 1) {
    for (const std::size_t opening : flow_.Openings(at, cursor)) Merge(content, openings_.at(opening));
  }
  if (!content.open) {
    for (const std::size_t opening : found->second) Merge(content, openings_.at(opening));
  }
  return content;
}

}  // namespace querygate::sqlite
