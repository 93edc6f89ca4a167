// Reports that ask for more than they may have, each in its own way, over a database made for them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/gateway/gateway.h"

namespace querygate::bench {

// What stops a bomb, as its caller hears it: the reason of a rejection or failure.
struct Bomb {
  std::string_view name;
  std::string_view asks_for;  // for the table
  std::string_view sql;
  std::string_view allow;      // members of the report's `allow`, in flow style
  std::string_view column;     // the type of its one column `v`
  std::string_view rows;       // the rule of its rows
  std::string_view limits;     // members that narrow the budget, in flow style; may be empty
  std::string_view in_thread;  // the reason; empty: nothing ends it in time, it takes as long as it takes
  std::string_view in_process;
};

std::span<const Bomb> Bombs();

inline constexpr std::chrono::milliseconds kBombDeadline(500);
inline constexpr std::int64_t kBombMemory = 32 << 20;

// A private folder with the database, the bombs as reports `bombs/NAME` and `bombs/calm`, which is none.
class BombDeployment {
 public:
  explicit BombDeployment(std::chrono::milliseconds deadline = kBombDeadline);
  ~BombDeployment();
  BombDeployment(const BombDeployment&) = delete;
  BombDeployment& operator=(const BombDeployment&) = delete;

  // `execution.worker_program` is the program itself.
  Gateway Open(Isolation isolation) const;
  std::string database() const { return folder_ + "/bombs.sqlite"; }
  // The database that a writer may lock; the others' stays free.
  std::string locked_database() const { return folder_ + "/locked.sqlite"; }

 private:
  void Write(const std::string& path, const std::string& text) const;

  std::string folder_;
};

// The answer's reason: "ok" for a delivered result.
std::string ReasonOf(const Expected<Answer, CallError>& answer);
std::string CauseOf(const Expected<Answer, CallError>& answer);

Expected<Answer, CallError> Throw(const Gateway& gateway, std::string_view name);

}  // namespace querygate::bench
