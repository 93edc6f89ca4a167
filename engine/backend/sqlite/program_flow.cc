#include "engine/backend/sqlite/program_flow.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max() / 2;

std::int64_t Operand(const Instruction& instruction, char digit) {
  switch (digit) {
    case '1':
      return instruction.p1;
    case '2':
      return instruction.p2;
    case '3':
      return instruction.p3;
    case '5':
      return instruction.p5;
    default:
      return 0;
  }
}

// The count behind the @ of an item.
std::int64_t Count(const Instruction& instruction, std::string_view count) {
  switch (count.front()) {
    case '4':
      return std::max<std::int64_t>(instruction.P4Number(), 1);
    case 'f': {
      const std::int64_t arguments = instruction.FunctionArguments();
      return arguments < 0 ? kUnbounded : arguments;
    }
    default:
      return Operand(instruction, count.front()) + (count.ends_with('+') ? 1 : 0);
  }
}

// Does an item of the opcode table's notation cover the register?
bool Covers(const Instruction& instruction, std::string_view item, std::int64_t reg) {
  const std::int64_t first = Operand(instruction, item.front());
  if (item.size() == 1) return reg == first;
  if (item[1] == '@') return reg >= first && reg - first < Count(instruction, item.substr(2));
  return reg >= first && reg <= std::max(first, Operand(instruction, item.back()));  // "2..3"
}

bool AnyCovers(const Instruction& instruction, std::string_view items, std::int64_t reg) {
  while (!items.empty()) {
    const std::size_t blank = items.find(' ');
    if (Covers(instruction, items.substr(0, blank), reg)) return true;
    items = blank == std::string_view::npos ? std::string_view() : items.substr(blank + 1);
  }
  return false;
}

bool IsGosub(const Instruction& instruction) {
  return instruction.opcode != nullptr && instruction.opcode->flow == Flow::kGosub;
}

bool IsReturn(const Instruction& instruction) {
  return instruction.opcode != nullptr && instruction.opcode->flow == Flow::kReturn;
}

bool Opens(const Instruction& instruction, std::int64_t cursor) {
  if (instruction.opcode == nullptr || instruction.p1 != cursor) return false;
  return instruction.opcode->role == CursorRole::kOpenTree || instruction.opcode->role == CursorRole::kOpenTransient ||
         instruction.opcode->role == CursorRole::kOpenDuplicate;
}

}  // namespace

ProgramFlow::ProgramFlow(const Program& program) : program_(program), next_(program.size()), previous_(program.size()) {
  for (const Instruction& instruction : program) {
    if (instruction.name == "OpenPseudo") records_[instruction.p1].insert(instruction.p2);
  }
  Connect();
}

// A pseudo cursor has no row of its own: whoever asks it reads a register.
bool ProgramFlow::ReadsRecord(std::size_t at, std::int64_t reg) const {
  const Instruction& instruction = program_[at];
  switch (instruction.opcode->role) {
    case CursorRole::kNone:
    case CursorRole::kOpenTransient:
    case CursorRole::kFunction:
    case CursorRole::kTransaction:
    case CursorRole::kLock:
      return false;
    default: {
      const auto found = records_.find(instruction.p1);
      return found != records_.end() && found->second.contains(reg);
    }
  }
}

bool ProgramFlow::MayRead(std::size_t at, std::int64_t reg) const {
  const Instruction& instruction = program_[at];
  return instruction.opcode == nullptr || AnyCovers(instruction, instruction.opcode->reads, reg) ||
         ReadsRecord(at, reg);
}

bool ProgramFlow::Overwrites(std::size_t at, std::int64_t reg) const {
  const Instruction& instruction = program_[at];
  return instruction.opcode != nullptr && AnyCovers(instruction, instruction.opcode->writes, reg);
}

// A cursor on a null row makes the value null and leaves out its computation.
bool ProgramFlow::OverwritesOnTheWay(std::size_t at, std::size_t next, std::int64_t reg) const {
  const Instruction& instruction = program_[at];
  return instruction.name == "IfNullRow" && instruction.p3 == reg &&
         instruction.p2 == static_cast<std::int64_t>(next) && next != at + 1;
}

std::vector<std::int64_t> ProgramFlow::Successors(std::size_t at) const {
  const Instruction& instruction = program_[at];
  const auto following = static_cast<std::int64_t>(at) + 1;
  if (instruction.opcode == nullptr) return {};
  std::vector<std::int64_t> targets;
  // Addresses that may have been put into the register of a return or a yield.
  const auto add_entries = [&](std::string_view opcode) {
    for (std::size_t i = 0; i < program_.size(); ++i) {
      if (program_[i].name == opcode && program_[i].p1 == instruction.p1 && i != at)
        targets.push_back(static_cast<std::int64_t>(i) + 1);
    }
  };
  const auto add_constants = [&] {
    for (const Instruction& other : program_) {
      if (other.name == "Integer" && other.p2 == instruction.p1) targets.push_back(other.p1 + 1);
      if (other.name == "InitCoroutine" && other.p1 == instruction.p1) targets.push_back(other.p3);
    }
  };
  switch (instruction.opcode->flow) {
    case Flow::kNext:
      return {following};
    case Flow::kBranch:
      if (instruction.p2 > 0) targets.push_back(instruction.p2);
      targets.push_back(following);
      return targets;
    case Flow::kGoto:
    case Flow::kGosub:
      return {instruction.p2};
    case Flow::kCoroutine:
      return {instruction.p2 > 0 ? instruction.p2 : following};
    case Flow::kReturn:
      add_entries("Gosub");
      add_constants();
      // Reached without a call, it does nothing when P3 says so.
      if (instruction.p3 != 0) targets.push_back(following);
      return targets;
    case Flow::kYield:
      if (instruction.p2 > 0) targets.push_back(instruction.p2);
      add_entries("Yield");
      add_constants();
      return targets;
    case Flow::kEnd:
      add_entries("Yield");
      for (const Instruction& other : program_) {
        if (other.name == "Yield" && other.p1 == instruction.p1 && other.p2 > 0) targets.push_back(other.p2);
      }
      return targets;
    case Flow::kThreeWay:
      return {instruction.p1, instruction.p2, instruction.p3};
    case Flow::kSeek:
      if (instruction.p2 > 0) targets.push_back(instruction.p2);
      targets.push_back(following);
      // A search for equality steps over the test of the upper bound behind it.
      if (at + 1 < program_.size() && program_[at + 1].name.starts_with("Idx")) targets.push_back(following + 1);
      return targets;
    case Flow::kSeekScan:
      if (instruction.p2 > 0) targets.push_back(instruction.p2);
      if (at + 1 < program_.size()) targets.push_back(program_[at + 1].p2);
      targets.push_back(following);
      targets.push_back(following + 1);
      return targets;
    case Flow::kStop:
      return {};
  }
  return {};
}

void ProgramFlow::Connect() {
  for (std::size_t at = 0; at < program_.size(); ++at) {
    for (const std::int64_t target : Successors(at)) {
      if (target < 0 || static_cast<std::size_t>(target) >= program_.size()) continue;
      next_[at].push_back(static_cast<std::size_t>(target));
      previous_[static_cast<std::size_t>(target)].push_back(at);
    }
  }
}

// Does anything between this Gosub and the Return that belongs to it match? Ways that leave the subroutine
// without returning count as part of it.
template <typename Match>
bool ProgramFlow::InSubroutine(std::size_t gosub, Match&& match) const {
  std::vector<bool> seen(program_.size(), false);
  std::vector<std::size_t> open = next_[gosub];
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (match(at)) return true;
    if (IsReturn(program_[at]) && program_[at].p1 == program_[gosub].p1) continue;
    open.insert(open.end(), next_[at].begin(), next_[at].end());
  }
  return false;
}

// A subroutine that has nothing to do with the register gives control back to its own caller as it was, not
// to all of its callers.
bool ProgramFlow::PassesThrough(std::size_t gosub, std::int64_t reg) const {
  if (!IsGosub(program_[gosub])) return false;
  return !InSubroutine(gosub, [&](std::size_t at) { return MayRead(at, reg) || Overwrites(at, reg); });
}

std::vector<std::size_t> ProgramFlow::Uses(std::size_t definition, std::int64_t reg) const {
  std::vector<std::size_t> uses;
  std::vector<bool> seen(program_.size(), false);
  std::vector<std::size_t> open = next_[definition];
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (MayRead(at, reg)) uses.push_back(at);
    if (Overwrites(at, reg)) continue;
    if (PassesThrough(at, reg)) {
      if (at + 1 < program_.size()) open.push_back(at + 1);
      continue;
    }
    for (const std::size_t next : next_[at]) {
      if (!OverwritesOnTheWay(at, next, reg)) open.push_back(next);
    }
  }
  return uses;
}

std::optional<std::vector<std::size_t>> ProgramFlow::Definitions(std::size_t at, std::int64_t reg) const {
  std::vector<std::size_t> definitions;
  std::vector<bool> seen(program_.size(), false);
  std::vector<std::size_t> open{at};
  bool begins_unset = at == 0;
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    const bool after_call = here > 0 && PassesThrough(here - 1, reg);
    std::vector<std::size_t> befores = previous_[here];
    if (after_call) {
      std::erase_if(befores, [&](std::size_t before) { return IsReturn(program_[before]); });
      befores.push_back(here - 1);
    }
    for (const std::size_t before : befores) {
      if (OverwritesOnTheWay(before, here, reg)) {
        definitions.push_back(before);
        continue;
      }
      if (seen[before]) continue;
      seen[before] = true;
      if (Overwrites(before, reg)) {
        definitions.push_back(before);
        continue;
      }
      if (before == 0) begins_unset = true;
      open.push_back(before);
    }
  }
  if (begins_unset || definitions.empty()) return std::nullopt;
  return definitions;
}

std::vector<bool> ProgramFlow::Reachable() const {
  std::vector<bool> seen(program_.size(), false);
  std::vector<std::size_t> open;
  if (!program_.empty()) open.push_back(0);
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    open.insert(open.end(), next_[at].begin(), next_[at].end());
  }
  return seen;
}

std::vector<std::size_t> ProgramFlow::Openings(std::size_t at, std::int64_t cursor) const {
  std::vector<std::size_t> openings;
  std::vector<bool> seen(program_.size(), false);
  std::vector<std::size_t> open{at};
  const auto visit = [&](std::size_t before) {
    if (seen[before]) return;
    seen[before] = true;
    (Opens(program_[before], cursor) ? openings : open).push_back(before);
  };
  while (!open.empty()) {
    const std::size_t here = open.back();
    open.pop_back();
    // A subroutine that opens nothing leaves the cursor as its caller had it, not as another caller did.
    const bool after_call = here > 0 && IsGosub(program_[here - 1]) &&
                            !InSubroutine(here - 1, [&](std::size_t i) { return Opens(program_[i], cursor); });
    if (after_call) visit(here - 1);
    for (const std::size_t before : previous_[here]) {
      if (!(after_call && IsReturn(program_[before]))) visit(before);
    }
  }
  return openings;
}

}  // namespace querygate::sqlite
