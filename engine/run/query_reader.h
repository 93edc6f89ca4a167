// Reads one query of a report to its end, judging rows as they come.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/contract/group.h"
#include "engine/contract/row_set.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

// How a call ends early.
using Refusal = std::variant<Rejection, Failure>;

// Counts what a result will at least weigh, so that rows beyond the budget are judged but not kept.
class ByteMeter {
 public:
  explicit ByteMeter(std::int64_t limit) : limit_(limit) {}
  void Add(std::size_t bytes) { used_ += static_cast<std::int64_t>(bytes); }
  bool exceeded() const { return used_ > limit_; }

 private:
  std::int64_t limit_;
  std::int64_t used_ = 0;
};

// What the rest of a report needs of one query's rows.
struct QueryDemand {
  bool keep_rows = false;                                    // some part delivers them
  std::vector<Grouper*> groups;                              // parts that group them
  std::vector<const CoverageRule::Absent*> absent;           // sentences that depend on them
};

struct QueryAnswer {
  RowSet rows;                       // when kept
  std::int64_t row_count = 0;        // rows within the limit
  bool truncated = false;
  std::vector<Value> first_stored;   // of an `exactly` query, for binds
  std::vector<TypedValue> first_typed;  // of an `exactly` or `at_most` query, for coverage
  std::vector<bool> absent_matched;  // parallel to QueryDemand::absent
};

// `max_rows` is the effective limit of a many-query. The reason that wins is decided here: more rows than
// allowed, then rows as read, columns as declared.
Expected<QueryAnswer, Refusal> ReadQuery(const CompiledQuery& query, Cursor& cursor, std::int64_t max_rows,
                                         const QueryDemand& demand, ByteMeter& meter);

}  // namespace querygate
