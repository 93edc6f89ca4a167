#include "engine/backend/sqlite/program_access.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/program_cursors.h"
#include "engine/backend/sqlite/program_flow.h"

namespace querygate::sqlite {
namespace {

bool StartsAtAnEnd(const Instruction& instruction) {
  return instruction.name == "Rewind" || instruction.name == "Last";
}

bool Steps(const Instruction& instruction) { return instruction.name == "Next" || instruction.name == "Prev"; }

// Tests of a bound: where the key passes it, the loop is over.
bool TestsBound(const Instruction& instruction) {
  constexpr auto kTests = std::to_array<std::string_view>({"Lt", "Le", "Gt", "Ge", "IdxLT", "IdxLE", "IdxGT", "IdxGE"});
  return std::find(kTests.begin(), kTests.end(), instruction.name) != kTests.end();
}

// Whether the loop that begins at `start` comes to every row: it can come to a second one, and no bound ends it.
bool WalksThrough(const Program& program, const std::vector<bool>& reachable, std::size_t start) {
  const std::int64_t exit = program[start].p2;
  for (std::size_t at = start + 1; at < program.size(); ++at) {
    if (TestsBound(program[at]) && program[at].p2 == exit) return false;
    if (Steps(program[at]) && program[at].p1 == program[start].p1 && reachable[at]) return true;
  }
  return false;
}

}  // namespace

ProgramAccess DescribeAccess(const Program& program, const Schema& schema) {
  const ProgramFlow flow(program);
  const ProgramCursors cursors(program, flow, schema);
  const std::vector<bool> reachable = flow.Reachable();
  ProgramAccess access;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const Instruction& instruction = program[at];
    access.automatic_index = access.automatic_index || instruction.name == "OpenAutoindex";
    access.sorts = access.sorts || instruction.name == "SorterSort" || instruction.name == "Sort";
    const bool scans =
        instruction.name == "Count" || (StartsAtAnEnd(instruction) && WalksThrough(program, reachable, at));
    if (!scans) continue;
    for (const Tree& tree : cursors.At(at, instruction.p1).trees) access.scanned.insert(tree.object->name);
  }
  return access;
}

}  // namespace querygate::sqlite
