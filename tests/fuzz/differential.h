// The property of the product: what a statement answers depends on nothing that its report does not list.
// Random statements go through the real backend; those that the gate accepts run on databases that differ in
// unlisted data only, and must answer the same.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "tests/conformance/sqlite_kit.h"
#include "tests/fuzz/random.h"

namespace querygate::fuzz {

// Ways to weaken a report on purpose, so that a test can see the difference being found.
struct Weakness {
  std::string table, column;  // listed although it differs between the databases
  bool unscoped = false;      // the scope filter is missing
  bool unordered = false;     // rows need no order
};

struct Difference {
  std::string sql;  // made as short as a simple search could
  std::string first, second;
};

struct Counts {
  std::int64_t generated = 0;
  std::int64_t invalid = 0;  // SQLite itself would not have them, with everything permitted
  std::int64_t accepted = 0;
  std::int64_t executed = 0;  // ran to the end, or failed alike, on every database
  std::int64_t failed = 0;    // of those executed
  std::int64_t rows = 0;
  std::int64_t empty = 0;  // executed without a row
  std::int64_t over_budget = 0;
  // One answers and another fails at run time: which rows a failing function sees is the plan's choice
  // (docs/threat-model.md).
  std::int64_t failed_apart = 0;
  std::int64_t ties = 0;                         // answers alike but for 1 and 1.0, which a contract tells apart
  std::int64_t refused_elsewhere = 0;            // accepted on the first database only
  std::map<std::string, std::int64_t> failures;  // of those, by cause
  std::map<std::string, std::int64_t> refusals;  // by rule
  std::vector<Difference> differences;

  void Add(const Counts& other);
};

// One set of databases and a stream of statements, both fixed by the seed.
class Differential {
 public:
  explicit Differential(std::uint64_t seed, const Weakness& weakness = {});
  ~Differential();
  Differential(const Differential&) = delete;
  Differential& operator=(const Differential&) = delete;

  // Stops early once there is a difference, if asked to; that one is then left as long as it was.
  void Run(int statements, bool until_difference = false);
  // One statement of the caller's own; false when the gate refuses it.
  bool Try(const std::string& sql);
  const Counts& counts() const { return counts_; }

 private:
  struct Answer;
  using Report = std::shared_ptr<const CompiledReport>;

  Report MakeReport(const std::vector<std::string>& statements) const;
  std::vector<bool> Judge(const std::vector<std::string>& statements, bool count);
  Answer Ask(std::size_t database, const Report& report, std::size_t queries) const;
  void Compare(const std::vector<std::string>& statements, bool shorten);
  void CompareOne(const std::string& sql, bool shorten);
  bool Differs(const std::string& sql, Difference* difference, Counts* counts) const;
  std::string Shorten(std::string sql) const;

  Random random_;
  Weakness weakness_;
  Counts counts_;
  std::vector<std::unique_ptr<testing::SqliteKit>> kits_;
  std::unique_ptr<testing::SqliteKit> probe_kit_;
  std::unique_ptr<testing::Writer> probe_;
  std::unique_ptr<Backend> backend_;
  std::vector<std::unique_ptr<AttachedSource>> sources_;
};

}  // namespace querygate::fuzz
