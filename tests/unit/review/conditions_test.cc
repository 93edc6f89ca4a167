// Conditions and orders are found by the statement's tokens, wherever they stand.
#include "engine/review/trial/mutations/conditions.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate::trial::mutations {
namespace {

std::vector<std::string> Applied(const std::string& sql, std::vector<SqlEdit> (*find)(std::string_view)) {
  std::vector<std::string> versions;
  for (const SqlEdit& edit : find(sql)) versions.push_back(Apply(sql, edit));
  return versions;
}

using Versions = std::vector<std::string>;

TEST_CASE("each condition that must hold is dropped alone, and its parameters stay") {
  CHECK(Applied("SELECT a FROM t", ConjunctsDropped).empty());
  CHECK(Applied("SELECT a FROM t WHERE a = :a", ConjunctsDropped) == Versions{"SELECT a FROM t WHERE (a = :a OR 1)"});
  CHECK(Applied("SELECT a FROM t WHERE a = 1 AND b = 2 ORDER BY a", ConjunctsDropped) ==
        Versions{"SELECT a FROM t WHERE (a = 1 OR 1) AND b = 2 ORDER BY a",
                 "SELECT a FROM t WHERE a = 1 AND (b = 2 OR 1) ORDER BY a"});
  CHECK(Applied("SELECT a FROM t JOIN u ON t.a = u.a WHERE b GROUP BY c HAVING d", ConjunctsDropped) ==
        Versions{"SELECT a FROM t JOIN u ON (t.a = u.a OR 1) WHERE b GROUP BY c HAVING d",
                 "SELECT a FROM t JOIN u ON t.a = u.a WHERE (b OR 1) GROUP BY c HAVING d",
                 "SELECT a FROM t JOIN u ON t.a = u.a WHERE b GROUP BY c HAVING (d OR 1)"});
}

TEST_CASE("words inside strings, comments, BETWEEN and CASE do not divide a condition") {
  CHECK(Applied("SELECT a FROM t WHERE a BETWEEN 1 AND 2 AND b = ' AND '", ConjunctsDropped) ==
        Versions{"SELECT a FROM t WHERE (a BETWEEN 1 AND 2 OR 1) AND b = ' AND '",
                 "SELECT a FROM t WHERE a BETWEEN 1 AND 2 AND (b = ' AND ' OR 1)"});
  CHECK(Applied("SELECT a FROM t WHERE CASE WHEN a AND b THEN c OR d END", ConjunctsDropped) ==
        Versions{"SELECT a FROM t WHERE (CASE WHEN a AND b THEN c OR d END OR 1)"});
  CHECK(Applied("SELECT a FROM t WHERE a /* AND b */ = 1", ConjunctsDropped) ==
        Versions{"SELECT a FROM t WHERE (a /* AND b */ = 1 OR 1)"});
  CHECK(Applied("SELECT \"WHERE\" FROM t", ConjunctsDropped).empty());
}

TEST_CASE("a part in parentheses is a condition of its own") {
  const std::string sql = "SELECT a FROM t WHERE (a = 1 OR b = 2 AND c = 3) AND d";
  CHECK(Applied(sql, ConjunctsDropped) == Versions{"SELECT a FROM t WHERE ((a = 1 OR b = 2 AND c = 3) OR 1) AND d",
                                                   "SELECT a FROM t WHERE (a = 1 OR (b = 2 OR 1) AND c = 3) AND d",
                                                   "SELECT a FROM t WHERE (a = 1 OR b = 2 AND (c = 3 OR 1)) AND d",
                                                   "SELECT a FROM t WHERE (a = 1 OR b = 2 AND c = 3) AND (d OR 1)"});
  CHECK(Applied(sql, AlternativesDropped) ==
        Versions{"SELECT a FROM t WHERE ((a = 1 AND 0) OR b = 2 AND c = 3) AND d",
                 "SELECT a FROM t WHERE (a = 1 OR (b = 2 AND c = 3 AND 0)) AND d"});
  CHECK(Applied("SELECT a FROM t WHERE (a) = (b)", ConjunctsDropped) ==
        Versions{"SELECT a FROM t WHERE ((a) = (b) OR 1)"});
}

TEST_CASE("conditions of subqueries, common tables and compound parts are found") {
  CHECK(
      Applied("WITH c AS (SELECT a FROM t WHERE x) SELECT a FROM c WHERE a IN (SELECT b FROM u WHERE y) UNION SELECT a "
              "FROM v WHERE z",
              ConjunctsDropped)
          .size() == 4);
  CHECK(Applied("SELECT a FROM t WHERE x UNION SELECT b FROM u", ConjunctsDropped) ==
        Versions{"SELECT a FROM t WHERE (x OR 1) UNION SELECT b FROM u"});
}

TEST_CASE("boundaries move by the comparison alone") {
  CHECK(Applied("SELECT a FROM t WHERE a >= 1 AND a < 2 AND b <> '<' AND c = d << 1", BoundariesMoved) ==
        Versions{"SELECT a FROM t WHERE a > 1 AND a < 2 AND b <> '<' AND c = d << 1",
                 "SELECT a FROM t WHERE a >= 1 AND a <= 2 AND b <> '<' AND c = d << 1"});
}

TEST_CASE("each term of an order is turned round") {
  CHECK(Applied("SELECT a FROM t ORDER BY f(a, b) DESC, c, d ASC LIMIT 1", OrdersReversed) ==
        Versions{"SELECT a FROM t ORDER BY f(a, b) ASC, c, d ASC LIMIT 1",
                 "SELECT a FROM t ORDER BY f(a, b) DESC, c DESC, d ASC LIMIT 1",
                 "SELECT a FROM t ORDER BY f(a, b) DESC, c, d DESC LIMIT 1"});
  CHECK(Applied("SELECT RANK() OVER (PARTITION BY a ORDER BY b NULLS LAST ROWS 1 PRECEDING) FROM t", OrdersReversed) ==
        Versions{"SELECT RANK() OVER (PARTITION BY a ORDER BY b DESC NULLS LAST ROWS 1 PRECEDING) FROM t"});
}

}  // namespace
}  // namespace querygate::trial::mutations
