// The compiled program as evidence, without help from words or events.
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/program_check.h"
#include "engine/backend/sqlite/program_flow.h"
#include "tests/adversarial/guarded_database.h"

namespace querygate::sqlite::test {
namespace {

constexpr std::string_view kSchema = R"sql(
CREATE TABLE parcels (id INTEGER PRIMARY KEY, zone TEXT, note TEXT, price INTEGER, shout AS (upper(note)),
  kept AS (note || '!') STORED);
CREATE TABLE bare (a TEXT, b TEXT, c TEXT);
CREATE TABLE keyed (k TEXT, j INTEGER, v TEXT, p TEXT, PRIMARY KEY (k, j)) WITHOUT ROWID;
CREATE TABLE hidden (zone TEXT, code TEXT);
CREATE TABLE named (rowid TEXT, a TEXT);
CREATE INDEX bare_a ON bare (a);
CREATE INDEX bare_b ON bare (b);
CREATE INDEX bare_ca ON bare (c, a);
CREATE INDEX bare_lower ON bare (lower(c));
CREATE INDEX keyed_v ON keyed (v);
CREATE VIEW joined AS SELECT p.zone AS zone FROM parcels p JOIN hidden USING (zone);
)sql";

Declared Lists() {
  return {.tables = {{"parcels", {"zone"}},
                     {"bare", {"a", "b"}},
                     {"keyed", {"v"}},
                     {"named", {"rowid", "a"}},
                     {"joined", {"zone"}}},
          .functions = {"count", "coalesce", "max"}};
}

Instruction Make(std::string name, std::int64_t p1 = 0, std::int64_t p2 = 0, std::int64_t p3 = 0, std::string p4 = {},
                 std::int64_t p5 = 0) {
  Instruction instruction{.name = std::move(name)};
  instruction.opcode = FindOpcode(instruction.name);
  instruction.p1 = p1;
  instruction.p2 = p2;
  instruction.p3 = p3;
  instruction.p4 = std::move(p4);
  instruction.p5 = p5;
  return instruction;
}

}  // namespace

TEST_CASE("the opcode table names each instruction once and uses its own notation", "[program]") {
  std::set<std::string_view> names;
  const std::set<std::string_view> items{"1",   "2",   "3",   "1@2",  "1@3",  "2@3",
                                         "3@4", "2@5", "2@f", "1@3+", "2@3+", "2..3"};
  for (const Opcode& opcode : Opcodes()) {
    INFO(opcode.name);
    CHECK(names.insert(opcode.name).second);
    CHECK(FindOpcode(opcode.name) == &opcode);
    for (std::string_view rest : {opcode.reads, opcode.writes}) {
      while (!rest.empty()) {
        const std::size_t blank = rest.find(' ');
        CHECK(items.contains(rest.substr(0, blank)));
        rest = blank == std::string_view::npos ? std::string_view() : rest.substr(blank + 1);
      }
    }
  }
  CHECK(FindOpcode("Offset") == nullptr);
  CHECK(FindOpcode("column") == nullptr);
}

TEST_CASE("what no event reports is found in the program", "[program]") {
  struct Row {
    std::string_view sql;
    std::string_view subject;  // of undeclared-read
  };
  const auto rows = std::to_array<Row>({
      {"WITH g(note) AS (VALUES(NULL)) SELECT note FROM g FULL JOIN parcels USING(note)", "parcels.note"},
      {"WITH g(note) AS (VALUES('x')) SELECT p.zone FROM g JOIN parcels p USING(note)", "parcels.note"},
      {"WITH g(note) AS (VALUES('x')) SELECT p.zone FROM parcels p LEFT JOIN g USING(note) WHERE g.note IS NULL",
       "parcels.note"},
      {"SELECT p.zone FROM parcels p JOIN hidden USING(zone)", "hidden"},
      {"WITH g(code, zone) AS (VALUES(1, 2)) SELECT * FROM g NATURAL FULL JOIN hidden", "hidden.code"},
      {"SELECT zone FROM joined", "hidden"},
      // The integer key is the rowid: probed, enumerated, returned, or matched through a list.
      {"WITH g(id) AS (VALUES(2)) SELECT p.zone FROM g JOIN parcels p USING(id)", "parcels.id"},
      {"WITH g(id) AS (VALUES(2)) SELECT p.zone FROM parcels p JOIN g USING(id)", "parcels.id"},
      {"WITH g(id) AS (VALUES(NULL)) SELECT id FROM g FULL JOIN parcels USING(id)", "parcels.id"},
      {"WITH g(id) AS (VALUES(NULL)) SELECT id FROM g RIGHT JOIN parcels USING(id)", "parcels.id"},
      {"WITH g(id) AS MATERIALIZED (SELECT a FROM bare) SELECT p.zone FROM parcels p LEFT JOIN g USING(id)",
       "parcels.id"},
      {"SELECT p.zone FROM parcels p WHERE id IN (1, 2)", "parcels.id"},
      {"SELECT p.zone FROM parcels p WHERE id > 1", "parcels.id"},
      {"SELECT p.zone FROM parcels p ORDER BY id DESC LIMIT 1", ""},
      {"SELECT max(id) FROM parcels", "parcels.id"},
      {"SELECT rowid FROM bare", "bare.rowid"},
      {"SELECT a FROM bare WHERE rowid = 3", "bare.rowid"},
      {"SELECT a FROM bare WHERE rowid IN (SELECT b FROM bare)", "bare.rowid"},
      {"SELECT a FROM bare WHERE a = 'x' OR (b = 'y' AND rowid > 2)", "bare.rowid"},
      {"SELECT oid FROM named", "named.rowid"},
      // A key of a WITHOUT ROWID table.
      {"WITH g(k) AS (VALUES('x')) SELECT t.v FROM g JOIN keyed t USING(k)", "keyed.k"},
      {"WITH g(j) AS (VALUES(NULL)) SELECT j FROM g FULL JOIN keyed USING(j)", "keyed.j"},
      {"SELECT v FROM keyed WHERE k = 'x' AND j = 1", "keyed.k"},
      {"SELECT v FROM keyed ORDER BY k", ""},
      // Index keys, generated columns, expressions.
      {"SELECT a FROM bare WHERE c = 'x'", "bare.c"},
      {"SELECT c FROM bare", "bare.c"},
      {"SELECT a FROM bare WHERE lower(c) = 'x'", "an index expression of bare"},
      {"SELECT shout FROM parcels", "parcels.note"},
      {"SELECT kept FROM parcels", "parcels.kept"},
      {"SELECT sql FROM sqlite_schema", "page 1"},
  });
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Lists(), "");
  for (const Row& row : rows) {
    INFO(row.sql);
    const auto program = database.ListUnguarded(row.sql);
    REQUIRE(program.has_value());
    const auto found = JudgeProgram(*program, {.allowlist = &report.allowlist}, database.schema());
    INFO(Describe(found));
    bool named = false;
    for (const Violation& violation : found) {
      named = named || (violation.rule == "undeclared-read" && violation.subject == row.subject);
    }
    // Walking in the order of a key compares nothing and decodes nothing; order is the text rules' business.
    CHECK(named == !row.subject.empty());
  }
}

TEST_CASE("the plan's own bookkeeping is no finding", "[program]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Lists(), "");
  for (const std::string_view sql : {
           "SELECT a FROM bare WHERE a = 'x' OR b = 'y'",
           "SELECT a FROM bare WHERE a IN ('x', 'y') OR b IN ('z')",
           "SELECT v FROM keyed WHERE v = 'x'",
           "SELECT x.a FROM bare x JOIN parcels p ON p.zone = x.a",
           "SELECT x.a, p.zone FROM bare x FULL JOIN parcels p ON p.zone = x.b",
           "SELECT p.zone, t.v FROM parcels p RIGHT JOIN keyed t ON p.zone = t.v",
           "SELECT p.zone, t.v FROM keyed t FULL JOIN parcels p ON p.zone = t.v",
           "SELECT t.v, x.a FROM keyed t RIGHT JOIN bare x ON t.v = x.a OR t.v = x.b",
           "SELECT a, rowid FROM named ORDER BY a",
           "SELECT count(*) FROM bare",
           "SELECT count(*) FROM keyed",
       }) {
    INFO(sql);
    const auto program = database.ListUnguarded(sql);
    REQUIRE(program.has_value());
    CHECK(Describe(JudgeProgram(*program, {.allowlist = &report.allowlist}, database.schema())) == "");
  }
}

TEST_CASE("an instruction that is unknown or not for reading is refused by name", "[program]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Lists(), "");
  const std::int64_t root = database.schema().Find("bare")->root_page;
  struct Row {
    Program program;
    std::string_view rule;  // empty: nothing to say
  };
  const std::vector<Row> rows{
      {{Make("Init"), Make("Halt")}, ""},
      {{}, "unknown-opcode"},
      {{Make("Init"), Make("Mystery", 1, 2, 3)}, "unknown-opcode"},
      {{Make("OpenRead", 0, root)}, ""},
      {{Make("OpenRead", 0, root, 0, "3", 2)}, ""},
      {{Make("OpenRead", 0, root, 0, "3", 16)}, "unknown-opcode"},
      {{Make("OpenRead", 0, root, 1)}, "outside-main"},
      {{Make("OpenRead", 0, root, 2)}, "outside-main"},
      {{Make("OpenRead", 0, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, 999999)}, "undeclared-read"},
      {{Make("OpenRead", 0, root, 0, "k(2,,)")}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Column", 0, 0, 1)}, ""},
      {{Make("OpenRead", 0, root), Make("Column", 0, 2, 1), Make("ResultRow", 1, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Column", 0, 2, 1), Make("Null", 0, 1)}, ""},
      {{Make("OpenRead", 0, root), Make("Column", 0, 3, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Column", 0, -1, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Column", 7, 0, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("IsType", 0, 9, 0)}, ""},
      {{Make("OpenRead", 0, root), Make("IsType", 0, 9, 2)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("IsType", -1, 9, 2)}, ""},
      {{Make("OpenRead", 0, root), Make("RowData", 0, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("ResultRow", 5, 1)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("ResultRow", 1, 4)}, ""},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("Integer", 1, 5), Make("ResultRow", 5, 1)}, ""},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("RowSetTest", 2, 0, 5)}, ""},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("NotExists", 0, 3, 5)}, ""},
      {{Make("OpenRead", 0, root), Make("Variable", 1, 5), Make("NotExists", 0, 3, 5)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("SCopy", 5, 6)}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Rowid", 0, 5), Make("Function", 0, 1, 9, "max(-1)")}, "undeclared-read"},
      {{Make("OpenRead", 0, root), Make("Insert", 0, 1, 2)}, "program-write"},
      {{Make("OpenRead", 0, root), Make("IdxDelete", 0, 1, 2)}, "program-write"},
      {{Make("OpenEphemeral", 0, 2), Make("IdxDelete", 0, 1, 2)}, ""},
      {{Make("OpenEphemeral", 0, 2), Make("Insert", 0, 1, 2)}, ""},
      {{Make("Insert", 0, 1, 2)}, "program-write"},
      {{Make("OpenWrite", 0, root)}, "program-write"},
      {{Make("Transaction", 0, 0)}, ""},
      {{Make("Transaction", 1, 0)}, ""},
      {{Make("Transaction", 2, 0)}, "outside-main"},
      {{Make("Transaction", 0, 1)}, "program-write"},
      {{Make("TableLock", 1, root)}, "outside-main"},
      {{Make("SqlExec")}, "program-write"},
      {{Make("VOpen", 0)}, "virtual-table"},
      {{Make("Function", 0, 1, 2, "count(0)")}, ""},
      {{Make("Function", 0, 1, 2, "printf(-1)")}, "unlisted-function"},
      {{Make("AggStep", 0, 1, 2, "")}, "unlisted-function"},
  };
  for (const Row& row : rows) {
    std::string text;
    for (const Instruction& instruction : row.program) text += instruction.name + " ";
    INFO(text);
    const auto found = JudgeProgram(row.program, {.allowlist = &report.allowlist}, database.schema());
    INFO(Describe(found));
    if (row.rule.empty()) {
      CHECK(found.empty());
    } else {
      REQUIRE(found.size() == 1);
      CHECK(found[0].rule == row.rule);
    }
  }
}

TEST_CASE("what a transient keeps of a rowid cannot be taken out of it", "[program]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Lists(), "");
  const std::int64_t root = database.schema().Find("bare")->root_page;
  const auto judge = [&](std::vector<Instruction> tail) {
    Program program{Make("OpenRead", 0, root), Make("OpenAutoindex", 1, 2), Make("Column", 0, 0, 3),
                    Make("Rowid", 0, 4),       Make("MakeRecord", 3, 2, 2), Make("IdxInsert", 1, 2)};
    program.insert(program.end(), tail.begin(), tail.end());
    return JudgeProgram(program, {.allowlist = &report.allowlist}, database.schema()).empty();
  };
  CHECK(judge({}));
  CHECK(judge({Make("Column", 1, 0, 7), Make("ResultRow", 7, 1)}));
  CHECK(judge({Make("SeekGE", 1, 0, 7, "1")}));
  CHECK_FALSE(judge({Make("Column", 1, 1, 7)}));
  CHECK_FALSE(judge({Make("IdxRowid", 1, 7)}));
  CHECK_FALSE(judge({Make("RowData", 1, 7)}));
  CHECK_FALSE(judge({Make("SeekGE", 1, 0, 7, "2")}));
  CHECK_FALSE(judge({Make("Found", 1, 0, 7)}));
  CHECK_FALSE(judge({Make("OpenDup", 2, 1)}));
  CHECK_FALSE(judge({Make("ResultRow", 2, 1)}));
  CHECK_FALSE(judge({Make("OpenPseudo", 5, 2, 2), Make("Column", 5, 1, 7)}));
}

TEST_CASE("two trees on one page stand for neither", "[program]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Lists(), "");
  Schema schema = database.schema();
  const std::int64_t root = schema.Find("bare")->root_page;
  schema.objects.at("hidden").root_page = root;
  const auto found = JudgeProgram({Make("OpenRead", 0, root)}, {.allowlist = &report.allowlist}, schema);
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "undeclared-read");
}

TEST_CASE("values are followed through branches, subroutines and coroutines", "[program]") {
  // 0 Init, 1 Gosub to 5, 2 ResultRow, 3 Halt, 5 Rowid, 6 Return
  const Program gosub{Make("Init"), Make("Gosub", 9, 5), Make("ResultRow", 4, 1), Make("Halt"),
                      Make("Noop"), Make("Rowid", 0, 4), Make("Return", 9)};
  CHECK(ProgramFlow(gosub).Uses(5, 4) == std::vector<std::size_t>{2});
  // Without a call behind it a Return goes nowhere, unless P3 lets it pass.
  const Program returns{Make("Rowid", 0, 4), Make("Return", 9), Make("ResultRow", 4, 1)};
  CHECK(ProgramFlow(returns).Uses(0, 4).empty());
  const Program passes{Make("Rowid", 0, 4), Make("Return", 9, 0, 1), Make("ResultRow", 4, 1)};
  CHECK(ProgramFlow(passes).Uses(0, 4) == std::vector<std::size_t>{2});
  const Program null_row{Make("Rowid", 0, 4), Make("IfNullRow", 0, 3, 4), Make("Integer", 1, 4),
                         Make("ResultRow", 4, 1)};
  CHECK(ProgramFlow(null_row).Uses(0, 4).empty());
  const Program pseudo{Make("OpenPseudo", 1, 4), Make("Rowid", 0, 4), Make("Column", 1, 0, 5)};
  CHECK(ProgramFlow(pseudo).Uses(1, 4) == std::vector<std::size_t>{2});
  // A subroutine that leaves the register alone does not lead from one caller to another.
  const Program two_callers{Make("Init"),        Make("Gosub", 9, 6), Make("Halt"),          Make("Rowid", 0, 4),
                            Make("Gosub", 9, 6), Make("Halt"),        Make("Integer", 1, 5), Make("Return", 9)};
  CHECK(ProgramFlow(two_callers).Uses(3, 4).empty());
  Program reader = two_callers;
  reader[2] = Make("ResultRow", 4, 1);
  CHECK(ProgramFlow(reader).Uses(3, 4).empty());
  reader[6] = Make("SCopy", 4, 5);
  CHECK(ProgramFlow(reader).Uses(3, 4) == std::vector<std::size_t>{6, 2});
  // Each call of one subroutine keeps its own opening of the cursor.
  const Program calls{Make("Init"),        Make("ReopenIdx", 1, 5), Make("Gosub", 9, 6), Make("ReopenIdx", 1, 7),
                      Make("Gosub", 9, 6), Make("Column", 1),       Make("Noop"),        Make("Return", 9)};
  CHECK(ProgramFlow(calls).Openings(5, 1) == std::vector<std::size_t>{3});
  CHECK(ProgramFlow(calls).Openings(3, 1) == std::vector<std::size_t>{1});
  const Program coroutine{Make("InitCoroutine", 9, 4, 1),
                          Make("Rowid", 0, 4),
                          Make("Yield", 9),
                          Make("EndCoroutine", 9),
                          Make("Yield", 9, 7),
                          Make("ResultRow", 4, 1),
                          Make("Goto", 0, 4),
                          Make("Halt")};
  CHECK(ProgramFlow(coroutine).Uses(1, 4) == std::vector<std::size_t>{5});
  const Program branch{Make("Init"),           Make("If", 1, 4),           Make("Rowid", 0, 4), Make("Goto", 0, 5),
                       Make("Variable", 1, 4), Make("NotExists", 0, 6, 4), Make("Halt")};
  const ProgramFlow flow(branch);
  const auto definitions = flow.Definitions(5, 4);
  REQUIRE(definitions.has_value());
  CHECK(std::set<std::size_t>(definitions->begin(), definitions->end()) == std::set<std::size_t>{2, 4});
  CHECK_FALSE(flow.Definitions(5, 8).has_value());
  CHECK(flow.MayRead(5, 4));
  CHECK(flow.Overwrites(2, 4));
  CHECK_FALSE(flow.Overwrites(5, 4));
}

}  // namespace querygate::sqlite::test
