// `kind: ReportTest`: cases that say what a report answers, given rows, arguments and a caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/calendar.h"
#include "engine/base/source_text.h"
#include "engine/base/typed_value.h"
#include "engine/declaration/limits.h"

namespace querygate {

// A value of a given row (never a boolean) or of a delivered one (never bytes). monostate is null.
using TestValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, Bytes>;

struct TestRow {
  std::vector<std::pair<Located<std::string>, Located<TestValue>>> columns;
  SourcePosition position;
};

// One row, or `{ repeat: N, row: {…}, number: COLUMN }`: N rows in which each numbered column counts up from the
// integer written (from 1 where there is none), or, where text is written, carries the number as its suffix with as
// many digits as N has.
struct TestRowGroup {
  std::int64_t repeat = 1;  // 1 to kMaxRepeat
  std::vector<Located<std::string>> number;
  TestRow row;
};

inline constexpr std::int64_t kMaxRepeat = 100'000;

struct GivenTable {
  Located<std::string> name;
  std::vector<TestRowGroup> rows;
};

// Who calls. Nothing set: whoever runs the program, without an identity.
struct TestCaller {
  std::optional<std::string> claims_json;                  // claims, as one JSON object
  std::optional<std::vector<Located<std::string>>> roles;  // in the place of the roles that claims give
  Arguments scope;                                         // the host's word; wins over claims
  SourcePosition position;
};

struct ExpectedPart {
  enum class Shape { kRows, kObject, kNull };
  Located<std::string> name;  // empty for a plain result
  Shape shape = Shape::kRows;
  std::vector<TestRowGroup> rows;  // one group of one row for an object, none for null
};

// Only what is written is compared.
struct ExpectedCoverage {
  std::optional<std::vector<Located<std::string>>> window;  // two
  std::optional<Located<std::string>> as_of;
  std::optional<Located<TestValue>> watermark;  // text or null
  std::optional<bool> delay_possible;
  std::optional<std::vector<Located<std::string>>> absent;
  SourcePosition position;
};

struct Expectation {
  enum class Kind { kRows, kRecord, kReason, kFailure };
  Kind kind = Kind::kRows;
  std::vector<ExpectedPart> parts;              // of rows (exactly one) and of a record (all of its parts)
  Located<std::string> reason;                  // of a rejection or a failure
  std::vector<Located<std::string>> truncated;  // parts that were cut
  std::optional<Located<bool>> complete;        // absent: complete exactly when `truncated` is empty
  std::optional<ExpectedCoverage> coverage;
  SourcePosition position;
};

struct TestCase {
  Located<std::string> name;
  std::optional<Located<Instant>> now;  // absent: the document's
  std::vector<GivenTable> given;        // besides the fixture's rows
  Arguments arguments;
  std::optional<TestCaller> caller;
  BudgetNarrowing limits;  // source_rows, vm_steps and result_bytes alone: what a host can narrow
  Expectation expect;
  std::optional<SourcePosition> unreviewed;  // set while a person has yet to read the expectation
  SourcePosition position;
};

// A wrong version of the report that no data and no call could tell from the right one.
struct EquivalentMutant {
  Located<std::string> mutant;  // its id, as `test --mutate` prints it
  std::string because;
};

// Rows that several cases share: a script of INSERT statements or a Fixture document.
struct TestFixture {
  std::shared_ptr<const SourceText> text;
  bool script = false;  // else `given`
  std::vector<GivenTable> given;
};

struct ReportTestDeclaration {
  std::string report;                                // id, from the path
  std::shared_ptr<const SourceText> text;            // never null
  std::optional<Located<Instant>> now;               // absent: kDefaultTestNow
  std::optional<Located<std::string>> fixture_file;  // as written, relative to this file
  std::optional<TestFixture> fixture;                // its content; the catalogue reads it
  std::vector<TestCase> cases;
  std::vector<EquivalentMutant> equivalent;
};

// 2000-01-01T00:00:00Z: a test that depends on time says which.
inline constexpr Instant kDefaultTestNow{946'684'800, 0};

}  // namespace querygate
