// What the rest of the engine needs from a database. A backend states what it can enforce; a report that
// needs more is refused.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/data_place.h"
#include "engine/backend/input_file.h"
#include "engine/backend/scratch.h"
#include "engine/backend/survey.h"
#include "engine/base/budget.h"
#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/base/value.h"
#include "engine/policy/compiled_report.h"
#include "engine/policy/compiled_source.h"

namespace querygate {

// Something about a statement that the declaration does not permit, or that cannot be checked.
struct Violation {
  std::string rule;                   // alias of the rule table
  std::string message;                // one line; names objects, never values
  std::string help;                   // may be empty
  std::optional<std::size_t> offset;  // in the expanded SQL
  std::string subject;                // "table.column", function, word: for de-duplication
  friend bool operator==(const Violation&, const Violation&) = default;
};

struct AccessUse {
  enum class Kind { kTable, kColumn, kFunction, kRecursion };
  Kind kind = Kind::kTable;
  std::string object;  // table or function as the schema spells it
  std::string column;
  friend auto operator<=>(const AccessUse&, const AccessUse&) = default;
};

// What the database makes of values that are stored in a column, by its declared type.
enum class Affinity {
  kNone,     // keeps them as they are; also where there is no column
  kText,     // numbers become text
  kInteger,  // text of digits becomes a number, a whole double an integer
  kReal,     // text of digits becomes a number, an integer a double
  kNumeric,  // like kInteger
};

struct ResultColumn {
  std::string name;
  std::string declared_type;                // of the origin column; empty for expressions
  std::string origin_table, origin_column;  // empty for expressions
  Affinity affinity = Affinity::kNone;      // of the origin column
  bool origin_not_null = false;  // the origin's schema keeps NULL out; an outer join may still give it
};

// A column of a table that an expression stands for.
struct SchemaColumnUse {
  std::string table, column;  // as the schema spells them
  Affinity affinity = Affinity::kNone;
  bool nullable = true;  // as far as the schema and the statement's own conditions say
};

// A call of an aggregate function, not as a window function.
struct AggregateCall {
  std::string function;    // folded
  std::size_t offset = 0;  // in the expanded SQL
  bool distinct = false;
  std::optional<SchemaColumnUse> argument;  // when it is a plain column of a table
  std::optional<std::size_t> result;        // the result column that is this call, perhaps cast or rounded
};

// A text literal that spells a column of the tables around it, in a place where its value can mean nothing.
struct MisplacedText {
  std::size_t offset = 0;  // in the expanded SQL
  std::string column;      // "parcels.zone"
};

// All that is known of one prepared statement.
struct StatementFacts {
  std::vector<Violation> violations;
  std::vector<AccessUse> uses;  // sorted, unique; scope plumbing left out
  std::vector<ResultColumn> columns;
  std::vector<std::string> plan;        // the query plan, a line a step, without secret names
  std::vector<std::string> plan_words;  // the same steps in words
  // For advice: only where a plan was asked for and nothing was refused.
  std::vector<AggregateCall> aggregates;
  std::vector<MisplacedText> misplaced_texts;
  std::vector<std::string> scanned;  // tables walked through as a whole, as the schema spells them; sorted
  bool automatic_index = false;      // an index is built for this statement on every call
  bool sorts = false;                // rows are sorted in a temporary structure
};

// Facts for every statement: [query][statement], as in the compiled report.
struct Inspection {
  std::vector<std::vector<StatementFacts>> queries;
  std::vector<InputFile> inputs;    // files that a call would read now; of sources over files
  std::vector<InputFields> fields;  // what those files offer; only where they were asked
  bool clean() const {
    for (const auto& query : queries)
      for (const auto& statement : query)
        if (!statement.violations.empty()) return false;
    return true;
  }
};

// The scope values that row scope needs, by scope name, already judged.
using ScopeValues = std::map<std::string, Value, std::less<>>;

// The bounds and the frozen instant of one call.
struct CallContext {
  Instant now;
  Deadline deadline;
  Budget budget;
  const Clock* clock = nullptr;  // what the deadline is measured by; null: the system's. Outlives the call.
  std::stop_token cancel;        // whoever asked has gone: the call ends as if its deadline had passed
};

// What a call has spent so far.
struct Spending {
  std::int64_t vm_steps = 0;
  std::int64_t rows = 0;           // read, those beyond a limit included
  std::int64_t longest_value = 0;  // bytes of a text or blob
  std::int64_t lock_wait_microseconds = 0;
};

// Rows of one running query. Not thread-safe; must not outlive its snapshot.
class Cursor {
 public:
  virtual ~Cursor() = default;
  // True with a row, false at the end. After a failure or the end only destruction is allowed.
  virtual Expected<bool, Failure> Next() = 0;
  virtual std::size_t column_count() const = 0;
  // Of the current row; bytes valid until the next call on this cursor.
  // A negative zero is read as zero: databases hold the two equal, so that nothing decides which of them an
  // ordered or grouped answer shows.
  virtual ValueView Column(std::size_t column) const = 0;
};

// One read transaction for one call of one report. Destruction without Finish ends the transaction and
// keeps silent about clean-up failures (there is an earlier error to report).
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  // `values` are in the order of the statement's slots. Only one cursor at a time.
  virtual Expected<std::unique_ptr<Cursor>, Failure> Execute(std::size_t query, std::size_t statement,
                                                             std::span<const Value> values) = 0;
  // When the snapshot's data was fixed.
  virtual Instant observed_at() const = 0;
  virtual Spending spending() const = 0;
  // The files that its data came from; none for a database.
  virtual std::vector<InputFile> inputs() const { return {}; }
  // Ends the transaction. A failure here means that the result must not be delivered.
  virtual Expected<void, Failure> Finish() = 0;
};

// One database file or server, attached under one source policy. Thread-safe; hands out pooled,
// hardened connections, each bound to one compiled report for life.
class AttachedSource {
 public:
  virtual ~AttachedSource() = default;
  // Opens or reuses a connection, begins the read transaction, re-checks file identity and schema, sets
  // the scope. All gates have passed when this returns a snapshot.
  virtual Expected<std::unique_ptr<Snapshot>, Failure> Begin(const std::shared_ptr<const CompiledReport>& report,
                                                             const ScopeValues& scope, const CallContext& context) = 0;
  // The same gate, without running anything: for `check`. Violations are facts here, not failures.
  virtual Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>& report,
                                                const CallContext& context) = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // The gate over an empty database made from the source's schema snapshot: for `lint`. A Failure means
  // the snapshot itself could not be loaded (its cause is for the author).
  virtual Expected<Inspection, Failure> InspectSchema(const CompiledReport& report) const = 0;
  // For `draft`: what a schema snapshot offers, and what the text of one statement over it tells. As above.
  virtual Expected<SchemaSurvey, Failure> SurveySchema(const std::string& schema_sql) const = 0;
  virtual Expected<StatementSurvey, Failure> SurveyStatement(const std::string& schema_sql,
                                                             const std::string& sql) const = 0;
  // The DDL of a database, as a schema snapshot; nothing that a snapshot does not take is left in it.
  virtual Expected<std::string, Failure> SchemaOf(const std::string& path) const = 0;
  // Never touches the data: it is opened at the first call and again whenever it was replaced.
  virtual std::unique_ptr<AttachedSource> Attach(std::shared_ptr<const CompiledSource> source,
                                                 DataPlace place) const = 0;
  // The folders below which the data lies: all that a call of an attached source reads. Whether they exist or not.
  virtual std::vector<std::string> Folders(const CompiledSource& source, const DataPlace& place) const = 0;
  // A private database of the source's schema and these rows, to be called like any other: the same settings, gate
  // and scope. Nobody else can reach it, and it is gone with the source that is returned.
  virtual Expected<std::unique_ptr<AttachedSource>, ScratchFault> MakeScratch(
      std::shared_ptr<const CompiledSource> source, const ScratchData& data) const = 0;
  // One line for --version: the client library and the compile options that matter.
  virtual std::string Version() const = 0;

  // For a process that serves one call at a time; both concern the whole process. The client library refuses to
  // hold more than it holds now and `bytes` besides, until the next call of this.
  virtual void BoundMemory(std::int64_t bytes) const = 0;
  // The most that the client library held at a time since the bound was set, beyond what it held then.
  virtual std::int64_t MemoryPeak() const = 0;
};

}  // namespace querygate
