// One finding for one mistake: what is told of what the gate saw.
#include "engine/lint/distinct_violations.h"

#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

Violation Seen(std::string rule, std::string subject, std::optional<std::size_t> offset = std::nullopt) {
  return {std::move(rule), "message about " + subject, "", offset, std::move(subject)};
}

std::vector<std::string> Told(const std::vector<Violation>& violations) {
  std::vector<std::string> told;
  for (const DistinctViolation& one : Distinct(violations))
    told.push_back(one.violation.rule + " " + one.violation.subject);
  return told;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("what the text is not as a whole says all about it", "[distinct]") {
  CHECK(Told({Seen("not-a-query", "", 0), Seen("denied-action", "INSERT", 0), Seen("sql-error", "SQL"),
              Seen("not-a-query", "write"), Seen("unlisted-table", "t.a")}) == Words{"denied-action INSERT"});
  CHECK(Told({Seen("several-statements", "", 9), Seen("private-name", "t.a", 12)}) == Words{"several-statements "});
  // CREATE denies an INSERT of its own, which the author never wrote.
  CHECK(Told({Seen("not-a-query", "", 0), Seen("denied-action", "INSERT")}) == Words{"not-a-query "});
  CHECK(Told({Seen("not-a-query", ""), Seen("not-a-query", "EXPLAIN"), Seen("unlisted-table", "t.a")}) ==
        Words{"not-a-query EXPLAIN"});
  CHECK(Told({Seen("denied-action", "DELETE"), Seen("sql-error", "SQL")}) == Words{"denied-action DELETE"});
  CHECK(Told({Seen("unterminated-comment", ""), Seen("nul-in-sql", "")}) == Words{"nul-in-sql "});
}

TEST_CASE("the order of rows that cannot be read is not judged", "[distinct]") {
  for (const std::string rule : {"sql-error", "unknown-table", "unknown-column", "unknown-function", "virtual-table"}) {
    CAPTURE(rule);
    CHECK(Told({Seen("unordered-rows", "ORDER BY", 3), Seen(rule, "zoen", 5)}) == Words{rule + " zoen"});
  }
  CHECK(Told({Seen("unordered-rows", "ORDER BY", 3), Seen("unlisted-column", "t.a", 5)}) ==
        Words{"unordered-rows ORDER BY", "unlisted-column t.a"});
}

TEST_CASE("a name is reported once, by the rule that says most", "[distinct]") {
  CHECK(Told({Seen("private-name", "T.Note", 7), Seen("unlisted-column", "t.note", 7)}) ==
        Words{"unlisted-column t.note"});
  CHECK(Told({Seen("private-name", "other.note", 7), Seen("unlisted-column", "t.note", 7)}) ==
        Words{"unlisted-column t.note"});
  CHECK(Told({Seen("private-name", "t.note", 7), Seen("unlisted-column", "t.name", 9)}) ==
        Words{"private-name t.note", "unlisted-column t.name"});
  CHECK(Told({Seen("private-name", "hidden", 7), Seen("private-name", "hidden.label", 3)}) ==
        Words{"private-name hidden"});
  CHECK(Told({Seen("private-name", "zone", 3), Seen("unknown-column", "zone", 3)}) == Words{"unknown-column zone"});
}

TEST_CASE("reads without an event follow from the word or the column that brought them about", "[distinct]") {
  const Violation read = Seen("undeclared-read", "t.note");
  CHECK(Told({read}) == Words{"undeclared-read t.note"});
  CHECK(Told({read, Seen("refused-word", "USING", 4)}) == Words{"refused-word USING"});
  CHECK(Told({read, Seen("private-name", "t.note", 4)}) == Words{"private-name t.note"});
  CHECK(Told({read, Seen("generated-source", "t.copy", 4)}) == Words{"generated-source t.copy"});
  CHECK(Told({read, Seen("generated-source", "u.copy", 4)}) ==
        Words{"undeclared-read t.note", "generated-source u.copy"});
  CHECK(Told({read, Seen("private-name", "t.other", 4)}) == Words{"undeclared-read t.note", "private-name t.other"});
}

TEST_CASE("an unlisted table is one mistake, whatever of it is read", "[distinct]") {
  const auto distinct = Distinct(
      std::vector<Violation>{Seen("unlisted-table", "zones.zone", 30), Seen("unlisted-table", "Zones.name", 12),
                             Seen("unlisted-table", "zones"), Seen("unlisted-table", "scans.device", 40)});
  REQUIRE(distinct.size() == 2);
  CHECK(distinct[0].violation.subject == "zones");
  CHECK(distinct[0].violation.message == "zones is not listed under allow");
  CHECK(distinct[0].violation.offset == 30U);
  CHECK(distinct[0].columns == Words{"name", "zone"});
  CHECK(distinct[1].columns == Words{"device"});
}

TEST_CASE("of equal faults the one with a place is told", "[distinct]") {
  const auto distinct =
      Distinct(std::vector<Violation>{Seen("unlisted-column", "t.a"), Seen("unlisted-column", "T.A", 5)});
  REQUIRE(distinct.size() == 1);
  CHECK(distinct[0].violation.offset == 5U);
  CHECK(Told({Seen("sql-error", "", 5), Seen("sql-error", "SQL", 5)}) == Words{"sql-error SQL"});
}

}  // namespace querygate
