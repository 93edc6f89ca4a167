#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::LoadSmallReport;
using testing::Says;
using testing::Summaries;

// Line `line` of the small report replaced by `replacement` (0: appended) gives `expected` and says `says`.
struct Case {
  int line;
  const char* replacement;
  std::vector<std::string> expected;
  const char* says = "";
};

const std::vector<Case>& Mistakes() {
  static const std::vector<Case> cases = {
      // The header.
      {1, "", {"api-version 2:1"}, "write apiVersion: querygate/v1"},
      {1, "apiVersion: querygate/v2", {"api-version 1:13"}, "`querygate/v2`"},
      {1, "apiVersion: 1", {"api-version 1:13"}},
      {1, "apiVersion: [querygate/v1]", {"wrong-type 1:13"}},
      {2, "", {"document-kind 1:1"}, "write kind: Report"},
      {2, "kind: report", {"document-kind 2:7"}, "write kind: Report"},
      {2, "kind: Limits", {"document-kind 2:7"}, "policies/limits/NAME.yaml"},
      {2, "kind:", {"wrong-type 2:1"}},
      // Keys.
      {3, "titel: T", {"unknown-key 3:1"}, "did you mean `title`?"},
      {3, "Title: T", {"unknown-key 3:1"}, "did you mean `title`?"},
      {0, "foo: 1", {"unknown-key 18:1"}, "a report takes apiVersion, kind, title"},
      {0, "columns: {}", {"misplaced-key 18:1"}, "it is a key of a query or a group"},
      {0, "deadline: 2s", {"misplaced-key 18:1"}, "it is a key of `limits`"},
      {0, "coverage: { notes: [n] }", {"misplaced-key 18:1"}, "it is a key of `result`"},
      {0, "title: again", {"duplicate-key 18:1"}, "line 3, column 1"},
      {9, "  p: { type: string, minLength: 1 }", {"unknown-key 9:22"}, "did you mean `min_length`?"},
      {9, "  p: { type: string, description: one, two }", {"unknown-key 9:40"}, "a comma inside { } needs quotes"},
      {9, "  p: { type: string, nullable: true }", {"misplaced-key 9:22"}, "it is a key of a column"},
      {15, "    rows: { max: 10, ovr: reject }", {"unknown-key 15:22"}, "did you mean `over`?"},
      {16, "    columns: { a: { type: text, optional: true } }", {"misplaced-key 16:33"}, "a parameter"},
      {9, "  p: { <<: { type: string } }", {"missing-key 9:6", "merge-key 9:8"}},
      // Absent keys.
      {4, "", {"missing-key 1:1"}, "`description`"},
      {5, "", {"missing-key 1:1"}, "`owner`"},
      {6, "", {"missing-key 1:1"}, "`version`"},
      {7, "", {"missing-key 1:1"}, "`source`"},
      {17, "", {"missing-key 1:1"}, "`result`"},
      {9, "  p: { description: x }", {"missing-key 9:6"}, "a parameter needs `type`"},
      {11, "  functions: []", {"missing-key 11:3"}, "`allow` needs `tables`"},
      {14, "    bind: { x: a.b }", {"missing-key 14:5"}, "a query needs `sql`"},
      {16, "    columns: { a: {} }", {"missing-key 16:19"}, "a column needs `type`"},
      // Types, strictly.
      {3, "title: 5", {"wrong-type 3:8"}, "put it in quotes"},
      {3, "title: true", {"wrong-type 3:8"}, "not a boolean"},
      {3, "title: null", {"wrong-type 3:8"}},
      {3, "title:", {"wrong-type 3:1"}, "it is empty"},
      {3, "title: [T]", {"wrong-type 3:8"}, "not a list"},
      {3, "title: { a: T }", {"wrong-type 3:8"}, "not a mapping"},
      {3, "title: ''", {"invalid-value 3:8"}},
      {3, "title: '  '", {"invalid-value 3:8"}},
      {3, "title: 0x10", {"wrong-type 3:8"}},
      {3, "title: 1e3", {"wrong-type 3:8"}},
      {6, "version: '1'", {"wrong-type 6:10"}, "remove the quotes"},
      {6, "version: 010", {"invalid-value 6:10"}, "write 10, without leading zeros"},
      {6, "version: 0x10", {"invalid-value 6:10"}},
      {6, "version: 0o10", {"invalid-value 6:10"}},
      {6, "version: 1_000", {"wrong-type 6:10"}},
      {6, "version: +1", {"invalid-value 6:10"}},
      {6, "version: -0", {"invalid-value 6:10"}},
      {6, "version: 1.0", {"wrong-type 6:10"}},
      {6, "version: 0", {"invalid-value 6:10"}, "at least 1"},
      {6, "version: -1", {"invalid-value 6:10"}},
      {6, "version: 9223372036854775808", {"invalid-value 6:10"}, "64 bits"},
      {6, "version: true", {"wrong-type 6:10"}},
      {9, "  p: { type: string, list: yes }", {"wrong-type 9:28"}, "write true or false"},
      {9, "  p: { type: string, list: on }", {"wrong-type 9:28"}},
      {9, "  p: { type: string, list: True }", {"wrong-type 9:28"}},
      {9, "  p: { type: string, list: 'true' }", {"wrong-type 9:28"}},
      {9, "  p: { type: string, list: 1 }", {"wrong-type 9:28"}},
      {8, "parameters: []\nx-ignored:", {"wrong-type 8:13"}, "must be a mapping"},
      {9, "  p: string", {"wrong-type 9:6"}},
      {9, "  1: { type: string }", {"wrong-type 9:3"}},
      {9, "  P: { type: string }", {"invalid-value 9:3"}, "[a-z][a-z0-9_]*"},
      {9, "  'p q': { type: string }", {"invalid-value 9:3"}},
      {7, "source: Logistics", {"invalid-value 7:9"}},
      {0, "status: live", {"invalid-value 18:9"}, "draft, active, deprecated or retired"},
      {0, "status: retierd", {"invalid-value 18:9"}, "did you mean `retired`?"},
      // Parameters.
      {9, "  p: { type: text }", {"invalid-value 9:14"}, "string, integer, decimal"},
      {9, "  p: { type: string, from: caller }", {"invalid-value 9:28"}, "must be scope"},
      {9, "  p: { type: string, enum: [] }", {"invalid-value 9:28"}},
      {9, "  p: { type: string, enum: {} }", {"invalid-value 9:28"}},
      {9, "  p: { type: string, enum: a }", {"wrong-type 9:28"}},
      {9, "  p: { type: string, enum: [a, b, a] }", {"invalid-value 9:35"}, "listed twice"},
      {9, "  p: { type: string, enum: [a, ~] }", {"wrong-type 9:32"}},
      {9, "  p: { type: string, enum: [[a]] }", {"wrong-type 9:29"}},
      {9, "  p: { type: string, enum: { a: 1 } }", {"wrong-type 9:33"}},
      {9, "  p: { type: string, enum: { a: x, a: y } }", {"duplicate-key 9:36"}},
      {9, "  p: { type: string, default: [a] }", {"wrong-type 9:31"}, "one value is enough"},
      {9, "  p: { type: string, default: ~ }", {"wrong-type 9:31"}, "optional: true"},
      {9, "  p: { type: string, list: true, max_items: 101 }", {"invalid-value 9:45"}, "from 1 to 100"},
      {9, "  p: { type: string, list: true, max_items: 0 }", {"invalid-value 9:45"}},
      {9, "  p: { type: string, min_length: -1 }", {"invalid-value 9:34"}, "at least 0"},
      {9, "  p: { type: string, min: [1] }", {"wrong-type 9:27"}},
      {9, "  p: { type: timestamp, store: unix }", {"invalid-value 9:32"}, "unix_s"},
      {9, "  p: { type: string, reason: 'Invalid state' }", {"invalid-reason 9:30"}},
      // Limits and windows.
      {0, "limits: 5", {"wrong-type 18:9"}},
      {0, "limits: { use: founding, deadline: 2 }", {"invalid-value 18:36"}, "200ms or 2s"},
      {0, "limits: { deadline: 0s }", {"invalid-value 18:21"}, "more than zero"},
      {0, "limits: { deadline: 1.5s }", {"invalid-value 18:21"}},
      {0, "limits: { deadline: -1s }", {"invalid-value 18:21"}},
      {0, "limits: { deadline: 99999999999999999d }", {"invalid-value 18:21"}, "64 bits"},
      {0, "limits: { memory: 64MB }", {"invalid-value 18:19"}, "256KiB"},
      {0, "limits: { vm_steps: 1e6 }", {"wrong-type 18:21"}},
      {0, "windows: { start: a, end: b }", {"wrong-type 18:10"}, "must be a list"},
      {0, "windows: [{ start: a }]", {"missing-key 18:11"}, "a window needs `end`"},
      {0, "windows: [{ start: a, end: b, max: 20 }]", {"invalid-value 18:36"}},
      {0, "windows: [a]", {"wrong-type 18:11"}},
      // Allow.
      {11, "  tables: [t]", {"wrong-type 11:11"}},
      {11, "  tables: { t: a }", {"wrong-type 11:16"}},
      {11, "  tables: { t: [a, 1] }", {"wrong-type 11:20"}},
      {11, "  tables: { t: [a, a] }", {"invalid-value 11:20"}, "listed twice"},
      {11, "  tables: { t: [a], t: [b] }", {"duplicate-key 11:21"}},
      {11, "  tables: { t: [a] }\n  recursive: yes", {"wrong-type 12:14"}},
      // Queries.
      {12, "queries: {}\nx-was:", {"invalid-value 12:10"}},
      {14, "    sql: 5", {"wrong-type 14:10"}},
      {14, "    sql: { by: p }", {"missing-key 14:10"}, "`variants`"},
      {14, "    sql: { by: p, variants: {} }", {"invalid-value 14:29"}},
      {14, "    sql: { by: p, variants: { a: 1 } }", {"wrong-type 14:34"}},
      {14, "    sql: [SELECT 1]", {"wrong-type 14:10"}},
      {15, "    rows: 10", {"wrong-type 15:11"}},
      {15, "    rows: {}", {"missing-key 15:11"}, "`max`, `exactly` or `at_most`"},
      {15, "    rows: { max: 0 }", {"invalid-value 15:18"}},
      {15, "    rows: { max: '10' }", {"wrong-type 15:18"}},
      {15, "    rows: { max: 10, over: cut }", {"invalid-value 15:28"}, "reject or truncate"},
      {15, "    rows: { exactly: 2 }", {"invalid-value 15:22"}, "must be 1"},
      {15, "    rows: { at_most: 0 }", {"invalid-value 15:22"}},
      {15,
       "    rows: { exactly: 1, over: reject }",
       {"invalid-value 15:25"},
       "`over` does not go together with `exactly`"},
      {15, "    rows: { max: 5, exactly: 1 }", {"invalid-value 15:21"}},
      {15, "    rows: { at_most: 1, none: x }", {"invalid-value 15:25"}},
      {14, "    sql: SELECT 1\n    bind: { x: order }", {"invalid-value 15:16"}, "QUERY.COLUMN"},
      {14, "    sql: SELECT 1\n    bind: { x: .a }", {"invalid-value 15:16"}},
      {16, "    columns: {}", {"invalid-value 16:14"}},
      {16, "    columns: { a: { type: string } }", {"invalid-value 16:27"}, "write `text`"},
      {16, "    columns: { a: { type: integer, encode: hex } }", {"invalid-value 16:44"}, "decimal_string"},
      // Result.
      {17, "result: q", {"wrong-type 17:9"}},
      {17, "result: {}", {"missing-key 17:9"}},
      {17,
       "result: { rows: q, record: { a: q } }",
       {"invalid-value 17:20"},
       "`record` does not go together with `rows`"},
      {17, "result: { record: {} }", {"invalid-value 17:19"}},
      {17, "result: { record: { a: [q] } }", {"wrong-type 17:24"}},
      {17, "result: { group: { from: q, columns: { n: { count: rows } } } }", {"missing-key 17:18"}, "`by`"},
      {17, "result: { group: { from: q, by: [], columns: { n: {} } } }", {"missing-key 17:51"}, "from, count, sum"},
      {17, "result: { group: { from: q, by: [], columns: { n: { sum: a, count: rows } } } }", {"invalid-value 17:51"}},
      {17, "result: { group: { from: q, by: [], columns: { n: { min: a, max: b } } } }", {"invalid-value 17:51"}},
      {17, "result: { group: { from: q, by: [], columns: { n: { min: 5 } } } }", {"wrong-type 17:58"}},
      {17, "result: { group: { from: q, by: [], columns: { n: { sum: a, nulls: keep } } } }", {"invalid-value 17:68"}},
      {17, "result: { group: { from: q, by: [], max: 0, columns: { n: { count: rows } } } }", {"invalid-value 17:42"}},
      {17,
       "result: { group: { from: q, by: [], columns: { n: { count: rows } }, order_by: [n DESC] } }",
       {"invalid-value 17:81"},
       "NAME desc"},
      {17, "result: { rows: q, coverage: { window: [a] } }", {"invalid-value 17:40"}, "[START, END]"},
      {17, "result: { rows: q, coverage: { watermark: sync } }", {"invalid-value 17:43"}},
      {17, "result: { rows: q, coverage: { completeness: proven } }", {"invalid-value 17:46"}, "must be unproven"},
      {17, "result: { rows: q, coverage: { absent: [{ query: q }] } }", {"missing-key 17:41"}, "`say`"},
      {17, "result: { rows: q, coverage: { notes: [5] } }", {"wrong-type 17:40"}},
  };
  return cases;
}

TEST_CASE("the small report is good") {
  const auto loaded = LoadSmallReport(0, "");
  CHECK(Summaries(loaded.diagnostics).empty());
  CHECK(loaded.value != nullptr);
}

TEST_CASE("each mistake in a report is found where it stands") {
  testing::CaseCount count("hostile declarations: mistakes in a report");
  for (const Case& row : Mistakes()) {
    INFO(row.replacement);
    const auto loaded = LoadSmallReport(row.line, row.replacement);
    CHECK(Summaries(loaded.diagnostics) == row.expected);
    CHECK(Says(loaded.diagnostics, row.says));
    CHECK(loaded.value == nullptr);
    count.Add(Summaries(loaded.diagnostics) == row.expected);
  }
}

TEST_CASE("all mistakes of a document are reported, in the order of the file") {
  const auto loaded = LoadReport(testing::MakeText("kind: Report\n"
                                                   "title: 5\n"
                                                   "versoin: 1\n"
                                                   "parameters:\n"
                                                   "  p: { type: strnig, list: yes }\n"
                                                   "result: { rows: q, group: 5 }\n"),
                                 "x");
  const std::vector<std::string> expected = {
      "api-version 1:1",    "missing-key 1:1", "missing-key 1:1",    "missing-key 1:1",
      "missing-key 1:1",    "missing-key 1:1", "wrong-type 2:8",     "unknown-key 3:1",
      "invalid-value 5:14", "wrong-type 5:28", "invalid-value 6:20", "wrong-type 6:27"};
  CHECK(Summaries(loaded.diagnostics) == expected);
}

TEST_CASE("a message never spans lines, whatever a key holds") {
  const auto loaded = LoadSmallReport(0, "\"a\\nb\": 1");
  REQUIRE(loaded.diagnostics.size() == 1);
  CHECK(loaded.diagnostics[0].message == "unknown key `a\\nb` in a report");
}

TEST_CASE("mistakes within a hostile width stay cheap and bounded") {
  std::string entries;
  for (int i = 0; i < 20000; ++i) entries += "k" + std::to_string(i) + ": 1, ";
  const auto loaded = LoadSmallReport(9, "  p: { type: string, " + entries + " }");
  CHECK(loaded.diagnostics.size() == 101);
  CHECK(loaded.value == nullptr);
}

}  // namespace
}  // namespace querygate
