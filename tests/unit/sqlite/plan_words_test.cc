#include "engine/backend/sqlite/plan_words.h"

#include <catch2/catch.hpp>

namespace querygate::sqlite {

TEST_CASE("steps of a plan are put into words") {
  CHECK(PlanWords("SCAN parcels") == "reads every row of parcels");
  CHECK(PlanWords("SCAN t USING INDEX by_day") == "reads every row of t in the order of the index by_day");
  CHECK(PlanWords("SCAN t USING COVERING INDEX by_day") ==
        "reads every row of t in the order of the index by_day, which holds all that is needed");
  CHECK(PlanWords("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)") == "searches t by its primary key, where rowid=?");
  CHECK(PlanWords("SEARCH t USING PRIMARY KEY (a=?)") == "searches t by its primary key, where a=?");
  CHECK(PlanWords("SEARCH t USING INDEX i (a=? AND b>?)") == "searches t by the index i, where a=? AND b>?");
  CHECK(PlanWords("SEARCH t USING COVERING INDEX i (a=?)") ==
        "searches t by the index i, which holds all that is needed, where a=?");
  CHECK(PlanWords("SEARCH t USING AUTOMATIC COVERING INDEX (a=?)") ==
        "builds an index of t for this call and searches it, where a=?");
  CHECK(PlanWords("SEARCH t USING INDEX i (a=?) LEFT-JOIN") ==
        "searches t by the index i, where a=?, a row without match kept");
  CHECK(PlanWords("SCAN t LEFT-JOIN") == "reads every row of t, a row without match kept");
  CHECK(PlanWords("USE TEMP B-TREE FOR GROUP BY") == "sorts in memory for GROUP BY");
  CHECK(PlanWords("USE TEMP B-TREE FOR RIGHT PART OF ORDER BY") ==
        "sorts rows of equal beginning for ORDER BY, in memory");
  CHECK(PlanWords("  CO-ROUTINE c") == "  computes, row by row as it is read, c");
  CHECK(PlanWords("CORRELATED SCALAR SUBQUERY 2") == "for every row anew, a nested query 2");
  CHECK(PlanWords("SCALAR SUBQUERY 1") == "once, a nested query 1");
}

TEST_CASE("what is not known stays as the database says it") {
  CHECK(PlanWords("HOLD BREATH FOR 3") == "HOLD BREATH FOR 3");
  CHECK(PlanWords("SCAN") == "SCAN");
  CHECK(PlanWords("") == "");
  CHECK(PlanWords("  ") == "  ");
}

}  // namespace querygate::sqlite
