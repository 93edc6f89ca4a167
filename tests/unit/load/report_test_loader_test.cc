// Tests of reports as documents: every key, every shape of a value, and what is refused where.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/arguments.h"
#include "engine/load/catalog.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;
using testing::MakeText;
using testing::Says;
using testing::Summaries;

std::string Document(const std::string& body) { return "apiVersion: querygate/v1\nkind: ReportTest\n" + body; }

Loaded<ReportTestDeclaration> Load(const std::string& body) {
  return LoadReportTest(MakeText(Document(body), "t.test.yaml"), "group/report");
}

// One case whose given row holds `value`; the case begins in line 4, the value in line 5.
Loaded<ReportTestDeclaration> LoadGiven(const std::string& value) {
  return Load("cases:\n  - name: n\n    given: { t: [{ c: " + value + " }] }\n    expect: { reason: r }\n");
}

TestValue GivenValue(const std::string& value) {
  const auto loaded = LoadGiven(value);
  INFO(value);
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value != nullptr);
  return loaded.value->cases[0].given[0].rows[0].row.columns[0].second.value;
}

TEST_CASE("a test with every key") {
  const auto loaded = Load(R"(now: 2026-01-02T00:00:00Z
fixture: shared/rows.sql
cases:
  - name: everything
    now: 2026-01-03T00:00:00+01:00
    given:
      orders: [{ id: 1, note: ~ }, { repeat: 3, row: { id: 10, note: n }, number: [id, note] }]
    arguments: { text: a, number: 5, real: 1.50, none: null, yes: true, list: [1, two], object: { a: 1 } }
    caller:
      claims: { roles: [support], window: { start: '2026' } }
      roles: [partner]
      scope: { brand: b, big: 9007199254740993 }
    limits: { source_rows: 10, vm_steps: 20, result_bytes: 1KiB }
    expect:
      record: { one: { id: 1 }, none: ~, many: [{ id: 2, ok: true, part: 2.5 }] }
      truncated: [many]
      complete: false
      coverage:
        window: [a, b]
        as_of: c
        watermark: null
        delay_possible: true
        absent: []
    unreviewed: true
  - name: a reason
    expect: { reason: not_found }
  - name: a failure
    expect: { failure: query_failed }
  - name: rows
    expect: { rows: [] }
equivalent:
  - { mutant: widen_max parameters.limit, because: It is never asked for. }
)");
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value != nullptr);
  const ReportTestDeclaration& tests = *loaded.value;
  CHECK(tests.report == "group/report");
  CHECK(ToString(tests.now->value) == "2026-01-02T00:00:00Z");
  CHECK(tests.fixture_file->value == "shared/rows.sql");
  CHECK_FALSE(tests.fixture.has_value());
  REQUIRE(tests.cases.size() == 4);

  const TestCase& test = tests.cases[0];
  CHECK(test.name == Located<std::string>{"everything", {6, 11, 10}});
  CHECK(ToString(test.now->value) == "2026-01-02T23:00:00Z");
  REQUIRE(test.given.size() == 1);
  REQUIRE(test.given[0].rows.size() == 2);
  CHECK(test.given[0].rows[0].row.columns[1].second.value == TestValue());
  CHECK(test.given[0].rows[1].repeat == 3);
  CHECK(test.given[0].rows[1].number.size() == 2);
  REQUIRE(test.arguments.size() == 7);
  CHECK(test.arguments[0].second.kind == Argument::Kind::kString);
  CHECK(test.arguments[1].second.integer == 5);
  CHECK(test.arguments[2].second.kind == Argument::Kind::kNumber);
  CHECK(test.arguments[2].second.text == "1.50");
  CHECK(test.arguments[3].second.kind == Argument::Kind::kNull);
  CHECK(test.arguments[4].second.boolean);
  CHECK(test.arguments[5].second.items.size() == 2);
  CHECK(test.arguments[6].second.kind == Argument::Kind::kObject);
  REQUIRE(test.caller.has_value());
  CHECK(test.caller->claims_json == R"({"roles":["support"],"window":{"start":"2026"}})");
  CHECK(Claims::Parse(*test.caller->claims_json)->Find("window.start")->text == "2026");
  CHECK(test.caller->roles->at(0).value == "partner");
  CHECK(test.caller->scope[1].second.integer == 9007199254740993);
  CHECK(test.limits.source_rows->value == 10);
  CHECK(test.limits.vm_steps->value == 20);
  CHECK(test.limits.result_bytes->value == 1024);
  CHECK(test.unreviewed == SourcePosition{26, 17, 4});

  const Expectation& expect = test.expect;
  CHECK(expect.kind == Expectation::Kind::kRecord);
  REQUIRE(expect.parts.size() == 3);
  CHECK(expect.parts[0].shape == ExpectedPart::Shape::kObject);
  CHECK(expect.parts[1].shape == ExpectedPart::Shape::kNull);
  CHECK(expect.parts[2].rows[0].row.columns[1].second.value == TestValue(true));
  CHECK(expect.parts[2].rows[0].row.columns[2].second.value == TestValue(2.5));
  CHECK(expect.truncated[0].value == "many");
  CHECK_FALSE(expect.complete->value);
  CHECK(expect.coverage->window->at(1).value == "b");
  CHECK(expect.coverage->watermark->value == TestValue());
  CHECK(expect.coverage->delay_possible == true);
  CHECK(expect.coverage->absent->empty());
  CHECK(tests.cases[1].expect.reason.value == "not_found");
  CHECK(tests.cases[2].expect.kind == Expectation::Kind::kFailure);
  CHECK(tests.cases[3].expect.parts[0].rows.empty());
  CHECK(tests.equivalent[0].mutant.value == "widen_max parameters.limit");
}

TEST_CASE("a given value is what the database would store") {
  CHECK(GivenValue("null") == TestValue());
  CHECK(GivenValue("~") == TestValue());
  CHECK(GivenValue("9223372036854775807") == TestValue(std::int64_t{INT64_MAX}));
  CHECK(GivenValue("-9223372036854775808") == TestValue(std::int64_t{INT64_MIN}));
  CHECK(GivenValue("0.5") == TestValue(0.5));
  CHECK(GivenValue("1e3") == TestValue(1000.0));
  CHECK(GivenValue("-.inf") == TestValue(-HUGE_VAL));
  CHECK(GivenValue("text") == TestValue(std::string("text")));
  CHECK(GivenValue("'5'") == TestValue(std::string("5")));
  CHECK(GivenValue("''") == TestValue(std::string()));
  CHECK(GivenValue("{ blob: AP8= }") == TestValue(Bytes{std::string("\0\xFF", 2)}));
  CHECK(GivenValue("{ blob: '' }") == TestValue(Bytes{}));
  CHECK(GivenValue("{ text: ab, times: 3 }") == TestValue(std::string("ababab")));
}

TEST_CASE("a value that cannot be stored as written is refused at its place") {
  for (const char* value :
       {"9223372036854775808", "010", "0x10", "+1", "true", ".nan", "1e999", "[1]", "{ blob: A }",
        "{ blob: AA==, times: 2 }", "{ text: a }", "{ text: a, times: 0 }", "{ text: a, times: 1000001 }", "{}"}) {
    INFO(value);
    const auto loaded = LoadGiven(value);
    CHECK(loaded.value == nullptr);
    REQUIRE_FALSE(loaded.diagnostics.empty());
    CHECK(loaded.diagnostics[0].position.line == 5);
  }
}

TEST_CASE("mistakes in a test are found where they stand") {
  struct Row {
    const char* body;
    std::vector<std::string> findings;
  };
  const std::string head = "cases:\n  - name: n\n";
  const std::vector<Row> rows = {
      {"cases: []\n", {"invalid-value 3:8"}},
      {"now: yesterday\ncases: [{ name: n, expect: { reason: r } }]\n", {"invalid-value 3:6"}},
      {"fixture: ../rows.sql\ncases: [{ name: n, expect: { reason: r } }]\n", {"invalid-value 3:10"}},
      {"fixture: rows.yaml\ncases: [{ name: n, expect: { reason: r } }]\n", {"invalid-value 3:10"}},
      {"cases: [{ name: n }]\n", {"missing-key 3:9"}},
      {"cases: [{ expect: { reason: r } }]\n", {"missing-key 3:9"}},
      {"cases: [{ name: n, expect: {} }]\n", {"missing-key 3:28"}},
      {"cases: [{ name: n, expect: { rows: [], reason: r } }]\n", {"invalid-value 3:40"}},
      {"cases: [{ name: n, expect: { reason: r, truncated: [a] } }]\n", {"invalid-value 3:41"}},
      {"cases: [{ name: n, expect: { rows: [], truncated: [rows], complete: true } }]\n", {"invalid-value 3:69"}},
      {"cases: [{ name: n, expect: { rows: [{ a: { blob: AA== } }] } }]\n", {"invalid-value 3:42"}},
      {"cases: [{ name: n, expect: { rows: [{ a: .inf }] } }]\n", {"invalid-value 3:42"}},
      {"cases: [{ name: n, expect: { reason: r }, unreviewed: false }]\n", {"invalid-value 3:55"}},
      {"cases: [{ name: n, expect: { reason: r }, unreviewd: true }]\n", {"unknown-key 3:43"}},
      {"cases: [{ name: n, rows: [], expect: { reason: r } }]\n", {"misplaced-key 3:20"}},
      {"cases: [{ name: n, arguments: { a: 010 }, expect: { reason: r } }]\n", {"invalid-value 3:36"}},
      {"cases: [{ name: n, limits: { groups: 1 }, expect: { reason: r } }]\n", {"unknown-key 3:30"}},
      {"cases: [{ name: n, given: { t: [{ repeat: 0, row: {} }] }, expect: { reason: r } }]\n", {"invalid-value 3:43"}},
      {"cases: [{ name: n, given: { t: [{ repeat: 2, row: { c: 0.5 }, number: c }] }, expect: { reason: r } }]\n",
       {"invalid-value 3:56"}},
      {"cases:\n  - { name: n, expect: { reason: r } }\n  - { name: n, expect: { reason: r } }\n",
       {"invalid-value 5:13"}},
      {"cases: [{ name: n, expect: { reason: r } }]\nequivalent: [{ mutant: m }]\n", {"missing-key 4:14"}},
  };
  for (const Row& row : rows) {
    INFO(row.body);
    const auto loaded = Load(row.body);
    CHECK(loaded.value == nullptr);
    CHECK(Summaries(loaded.diagnostics) == row.findings);
  }
}

TEST_CASE("a few lines cannot ask for more rows than a test may have") {
  const auto load = [](const std::string& times) {
    return Load("cases:\n  - name: n\n    given: { t: [{ repeat: 100000, row: { c: { text: x, times: " + times +
                " } } }] }\n    expect: { reason: r }\n");
  };
  CHECK(load("150").value != nullptr);
  const auto refused = load("170");
  CHECK(refused.value == nullptr);
  CHECK(Says(refused.diagnostics, "16 MiB"));
}

TEST_CASE("a row may have columns named like a repetition's keys, one at a time") {
  const auto loaded = Load(
      "cases:\n  - name: n\n    given: { t: [{ repeat: 1, number: 2 }, { row: 3 }] }\n"
      "    expect: { reason: r }\n");
  REQUIRE(loaded.value != nullptr);
  CHECK(loaded.value->cases[0].given[0].rows[0].row.columns.size() == 2);
  CHECK(loaded.value->cases[0].given[0].rows[1].row.columns.size() == 1);
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "querygate-tests-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  void Write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST_CASE("tests and fixtures lie beside reports and are none") {
  const TemporaryFolder folder;
  const std::string one = Document("fixture: rows.fixture.yaml\ncases: [{ name: n, expect: { reason: r } }]\n");
  folder.Write("reports/a/b.yaml", "");
  folder.Write("reports/a/b.test.yaml", one);
  folder.Write("reports/a/rows.fixture.yaml", "apiVersion: querygate/v1\nkind: Fixture\ngiven: { t: [{ c: 1 }] }\n");
  folder.Write("reports/a/c.test.yaml", Document("fixture: rows.sql\ncases: [{ name: n, expect: { reason: r } }]\n"));
  folder.Write("reports/a/rows.sql", "INSERT INTO t VALUES (1);");
  folder.Write("reports/a/d.test.yaml", Document("fixture: none.sql\ncases: [{ name: n, expect: { reason: r } }]\n"));
  const Catalog catalog((folder.path() / "reports").string(), (folder.path() / "policies").string());

  Diagnostics diagnostics;
  CHECK(catalog.ReportIds(diagnostics) == std::vector<std::string>{"a/b"});
  CHECK(diagnostics.empty());
  CHECK(catalog.TestIds() == std::vector<std::string>{"a/b", "a/c", "a/d"});
  CHECK(catalog.HasTest("a/b"));
  CHECK_FALSE(catalog.HasTest("a/e"));

  const auto rows = catalog.Test("a/b");
  REQUIRE(rows.value != nullptr);
  REQUIRE(rows.value->fixture.has_value());
  CHECK_FALSE(rows.value->fixture->script);
  CHECK(rows.value->fixture->given[0].name.value == "t");
  const auto script = catalog.TestFile(catalog.TestPath("a/c"));
  REQUIRE(script.value != nullptr);
  CHECK(script.value->report == "a/c");
  CHECK(script.value->fixture->script);
  CHECK(script.value->fixture->text->text() == "INSERT INTO t VALUES (1);");
  const auto missing = catalog.Test("a/d");
  CHECK(missing.value == nullptr);
  CHECK(Summaries(missing.diagnostics) == std::vector<std::string>{"unreadable-file 3:10"});
  CHECK(catalog.Test("a/e").diagnostics.empty());
  CHECK(catalog.Test("a/e").value == nullptr);
}

}  // namespace
}  // namespace querygate
