// What each cursor of a compiled program stands for, wherever it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/backend/sqlite/declared.h"
#include "engine/backend/sqlite/program_flow.h"
#include "engine/backend/sqlite/program_listing.h"
#include "engine/backend/sqlite/schema.h"

namespace querygate::sqlite {

struct CursorContent {
  std::vector<Tree> trees;
  bool open = false;             // something was opened, if only to be refused
  bool transient = false;        // a private table, index, sorter or record
  bool automatic_index = false;  // made by the plan for itself
  bool duplicated = false;
};

// Must not outlive program, flow and schema.
class ProgramCursors {
 public:
  ProgramCursors(const Program& program, const ProgramFlow& flow, const Schema& schema);

  // All that the cursor may stand for when `at` begins.
  CursorContent At(std::size_t at, std::int64_t cursor) const;

  // Every b-tree that is opened and known.
  const std::vector<Tree>& trees() const { return trees_; }

  // Openings that are refused whatever is listed.
  const std::vector<Violation>& problems() const { return problems_; }

 private:
  void MapRoots(const Schema& schema);
  void OpenTree(const Instruction& instruction, CursorContent& content);
  void Refuse(std::string_view rule, std::string message, std::string subject);

  const Program& program_;
  const ProgramFlow& flow_;
  std::map<std::int64_t, std::vector<Tree>> roots_;
  std::map<std::size_t, CursorContent> openings_;               // by instruction
  std::map<std::int64_t, std::vector<std::size_t>> by_cursor_;  // its openings
  std::vector<Tree> trees_;
  std::vector<Violation> problems_;
};

}  // namespace querygate::sqlite
