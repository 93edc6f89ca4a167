// Where the value of a register goes and where it comes from. Control flow and reads are over-estimated, so
// that nothing which happens at run time is missed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/backend/sqlite/program_listing.h"

namespace querygate::sqlite {

// Must not outlive the program. Unknown instructions end every path through them.
class ProgramFlow {
 public:
  explicit ProgramFlow(const Program& program);

  bool MayRead(std::size_t at, std::int64_t reg) const;
  bool Overwrites(std::size_t at, std::int64_t reg) const;

  // Instructions that may read `reg` as the instruction at `definition` left it.
  std::vector<std::size_t> Uses(std::size_t definition, std::int64_t reg) const;

  // Instructions whose value of `reg` may be there when `at` begins; nothing when it may be unset.
  std::optional<std::vector<std::size_t>> Definitions(std::size_t at, std::int64_t reg) const;

  // Whether control may come to each instruction.
  std::vector<bool> Reachable() const;

  // Instructions that may have opened the cursor as `at` finds it.
  std::vector<std::size_t> Openings(std::size_t at, std::int64_t cursor) const;

 private:
  void Connect();
  template <typename Match>
  bool InSubroutine(std::size_t gosub, Match&& match) const;
  bool PassesThrough(std::size_t gosub, std::int64_t reg) const;
  bool OverwritesOnTheWay(std::size_t at, std::size_t next, std::int64_t reg) const;
  bool ReadsRecord(std::size_t at, std::int64_t reg) const;
  std::vector<std::int64_t> Successors(std::size_t at) const;

  const Program& program_;
  std::map<std::int64_t, std::set<std::int64_t>> records_;  // pseudo cursor: registers that hold its row
  std::vector<std::vector<std::size_t>> next_;
  std::vector<std::vector<std::size_t>> previous_;
};

}  // namespace querygate::sqlite
