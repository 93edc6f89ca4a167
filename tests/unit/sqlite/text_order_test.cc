// Which texts fix the order of their rows and windows, and which only seem to.
#include <string>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/text_rules.h"
#include "text_fixture.h"

namespace querygate::sqlite {
namespace {

const std::string kDdl = R"(
  CREATE TABLE artist(artist_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
  CREATE TABLE album(album_id INTEGER NOT NULL PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER NOT NULL, code TEXT);
  CREATE TABLE track(track_id INTEGER PRIMARY KEY, name TEXT NOT NULL, album_id INTEGER, price NUMERIC, day TEXT);
  CREATE TABLE customer(id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, nick TEXT UNIQUE, country TEXT);
  CREATE TABLE folded(a TEXT NOT NULL COLLATE NOCASE UNIQUE, b TEXT COLLATE NOCASE, c TEXT);
  CREATE TABLE pair(x INTEGER NOT NULL, y INTEGER NOT NULL, z TEXT, PRIMARY KEY(x, y)) WITHOUT ROWID;
  CREATE TABLE loose(x TEXT PRIMARY KEY, y TEXT);
  CREATE TABLE part(k INTEGER NOT NULL, live INTEGER);
  CREATE UNIQUE INDEX part_live ON part(k) WHERE live = 1;
  CREATE TABLE expr(k TEXT NOT NULL);
  CREATE UNIQUE INDEX expr_lower ON expr(lower(k));
  CREATE TABLE textkey(t TEXT NOT NULL UNIQUE, n INTEGER);
  CREATE VIEW v_album AS SELECT album_id, title, artist_id FROM album;
  CREATE VIEW v_sales(country, total) AS SELECT country, count(*) FROM customer GROUP BY country;
)";

const Tables kTables{{"artist", {"artist_id", "name", "country"}},
                     {"album", {"album_id", "title", "artist_id", "code"}},
                     {"track", {"track_id", "name", "album_id", "price", "day"}},
                     {"customer", {"id", "email", "nick", "country"}},
                     {"folded", {"a", "b", "c"}},
                     {"pair", {"x", "y", "z"}},
                     {"loose", {"x", "y"}},
                     {"part", {"k", "live"}},
                     {"expr", {"k"}},
                     {"textkey", {"t", "n"}},
                     {"v_album", {"album_id", "title", "artist_id"}},
                     {"v_sales", {"country", "total"}}};

void Expect(const char* sql, const std::string& rules) {
  static const Schema schema = SchemaOf(kDdl);
  const auto violations = FindingsOf(sql, schema, kTables);
  CAPTURE(sql, violations.empty() ? "" : violations.front().message);
  CHECK(RulesOf(violations) == rules);
}

TEST_CASE("Rows in a total order") {
  Expect(
      GENERATE(values<const char*>({
          // one row
          "SELECT 1",
          "VALUES (1, 2)",
          "VALUES (1), (2)",
          "SELECT count(*) FROM track",
          "SELECT max(price), min(price) FROM track WHERE album_id = :album",
          "SELECT coalesce(sum(price), 0) FROM track",
          "SELECT count(*) FILTER (WHERE price > 1) FROM track",
          "SELECT name FROM artist WHERE artist_id = :id",
          "SELECT name FROM artist WHERE (artist_id == 5) AND country > 'x'",
          "SELECT z FROM pair WHERE x = 1 AND y = -2",
          "SELECT a.name, b.title FROM album b JOIN artist a ON a.artist_id = b.artist_id WHERE b.album_id = :id",
          // unique keys
          "SELECT name FROM artist ORDER BY artist_id",
          "SELECT name FROM artist ORDER BY name, artist_id DESC",
          "SELECT name FROM artist ORDER BY name COLLATE NOCASE, rowid",
          "SELECT name FROM artist ORDER BY (artist_id)",
          "SELECT artist_id AS k FROM artist ORDER BY k",
          "SELECT name, artist_id FROM artist ORDER BY 2 DESC NULLS LAST",
          "SELECT * FROM artist ORDER BY 1",
          "SELECT country FROM customer ORDER BY email",
          "SELECT z FROM pair ORDER BY y, x",
          "SELECT z FROM pair WHERE x = :x ORDER BY y",
          "SELECT c FROM folded ORDER BY a",
          "SELECT c FROM folded ORDER BY a COLLATE BINARY",
          "SELECT y FROM loose ORDER BY rowid",
          // joins
          "SELECT a.name, t.name FROM artist a, album b, track t WHERE a.artist_id = b.artist_id AND b.album_id = "
          "t.album_id ORDER BY a.name, t.track_id",
          "SELECT a.name FROM artist a JOIN album b ON b.artist_id = a.artist_id ORDER BY a.name, b.album_id",
          "SELECT t.name FROM track t LEFT JOIN album b ON b.album_id = t.album_id ORDER BY t.track_id",
          "SELECT t.name FROM track t LEFT JOIN album b ON b.album_id = t.album_id LEFT JOIN artist a ON a.artist_id "
          "= b.artist_id ORDER BY t.track_id",
          "SELECT t.name FROM artist a LEFT JOIN track t ON 1 ORDER BY a.artist_id, t.track_id",
          "SELECT t.name FROM album b CROSS JOIN track t ORDER BY 1, b.album_id, t.track_id",
          "SELECT p.z FROM pair p JOIN album b ON b.album_id = p.x WHERE p.y = 3 ORDER BY b.album_id",
          "SELECT b.title FROM v_album b ORDER BY b.album_id",
          "SELECT s.total FROM v_sales s ORDER BY s.total DESC, s.country",
          // all outputs
          "SELECT name, country FROM artist ORDER BY country, name",
          "SELECT DISTINCT country FROM artist ORDER BY country",
          "SELECT DISTINCT country AS c, upper(name) FROM artist ORDER BY upper(name), c",
          "SELECT name, upper(name), 1, :p FROM artist ORDER BY name",
          "SELECT country FROM artist UNION SELECT country FROM customer ORDER BY country",
          "SELECT country AS c, 1 FROM artist UNION ALL SELECT country, 2 FROM customer ORDER BY 2, c",
          "SELECT nick FROM customer ORDER BY nick",
          "SELECT b FROM folded ORDER BY b COLLATE BINARY",
          // group keys
          "SELECT country, count(*) AS n FROM customer GROUP BY country ORDER BY n DESC, country",
          "SELECT country, count(*) AS n FROM customer GROUP BY 1 ORDER BY 2 DESC, 1",
          "SELECT c.country AS land, count(*) FROM customer c GROUP BY land ORDER BY land",
          "SELECT strftime('%Y', day) AS year, sum(price) AS s FROM track GROUP BY year ORDER BY year DESC",
          "SELECT strftime('%Y', t.day), sum(price) FROM track t GROUP BY strftime('%Y', day) ORDER BY "
          "STRFTIME('%Y', \"day\")",
          "SELECT a.name, count(*) FROM artist a JOIN album b ON b.artist_id = a.artist_id GROUP BY a.artist_id, "
          "a.name "
          "ORDER BY count(*) DESC, a.name, a.artist_id",
          "SELECT a.name, count(*) FROM artist a JOIN album b ON b.artist_id = a.artist_id GROUP BY a.artist_id ORDER "
          "BY count(*) DESC, a.name, a.artist_id",
          "SELECT country FROM artist GROUP BY country HAVING count(*) > 1 ORDER BY country",
          "SELECT country, name, count(*) FROM artist WHERE country = :c GROUP BY country, name ORDER BY name",
          "SELECT country, rank() OVER (ORDER BY count(*) DESC) AS r FROM customer GROUP BY country ORDER BY r, "
          "country",
          // nested
          "SELECT s.id FROM (SELECT artist_id AS id, name FROM artist) s ORDER BY s.id",
          "WITH per AS (SELECT artist_id, count(*) AS n FROM album GROUP BY artist_id) SELECT a.name, per.n FROM per "
          "JOIN artist a ON a.artist_id = per.artist_id ORDER BY per.n DESC, a.artist_id",
          "WITH t(total) AS (SELECT count(*) FROM track) SELECT a.name, t.total FROM artist a, t ORDER BY a.artist_id",
          "SELECT a.name FROM artist a LEFT JOIN (SELECT artist_id, count(*) AS n FROM album GROUP BY artist_id) s ON "
          "s.artist_id = a.artist_id ORDER BY a.artist_id",
          "WITH c AS (SELECT DISTINCT country FROM customer) SELECT country FROM c ORDER BY country",
          "WITH RECURSIVE d(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM d WHERE n < 9) SELECT n FROM d ORDER BY n",
          "SELECT (SELECT b.title FROM album b WHERE b.album_id = t.album_id) FROM track t ORDER BY t.track_id",
          "SELECT CASE WHEN price > 1 THEN 'a' ELSE 'b' END AS class, count(*) FROM track GROUP BY class ORDER BY "
          "class",
          "SELECT name FROM artist WHERE artist_id BETWEEN 1 AND 5 AND artist_id = 4",
      })),
      "");
}

TEST_CASE("Rows whose order is left open") {
  Expect(GENERATE(values<const char*>({
             "SELECT name FROM artist",
             "SELECT name, country FROM artist ORDER BY country",
             "SELECT max(price, 1) FROM track",
             "SELECT count(*) OVER () FROM track",
             "SELECT name FROM artist WHERE country = 'x'",
             // keys that are none
             "SELECT country FROM customer ORDER BY nick",  // NULLs repeat
             "SELECT y FROM loose ORDER BY x",              // a primary key that may be NULL
             "SELECT live FROM part ORDER BY k",            // partial
             "SELECT rowid FROM expr ORDER BY lower(k)",    // of an expression
             "SELECT z FROM pair ORDER BY x",
             "SELECT country FROM customer ORDER BY email COLLATE NOCASE",
             "SELECT t.n FROM textkey t ORDER BY t.t COLLATE NOCASE",
             "SELECT name, country FROM artist ORDER BY upper(artist_id)",
             "SELECT name FROM artist ORDER BY -artist_id, +artist_id",
             "SELECT name AS artist_id, country FROM artist ORDER BY artist_id",  // the alias, not the key
             "SELECT name artist_id, country FROM artist ORDER BY artist_id",
             "SELECT name, country FROM artist ORDER BY 'artist_id'",
             "SELECT name, country FROM artist ORDER BY :p",
             "SELECT b FROM folded ORDER BY b",                // outputs that tie and differ
             "SELECT b || 'x' FROM folded ORDER BY b || 'x'",  // not provably by BINARY
             "SELECT name FROM artist ORDER BY name COLLATE NOCASE",
             // conditions that do not fix
             "SELECT z FROM pair WHERE x = 1 OR y = 1 ORDER BY y",
             "SELECT z FROM pair WHERE NOT x = 1 ORDER BY y",
             "SELECT z FROM pair WHERE z BETWEEN 0 AND x = 1 ORDER BY y",
             "SELECT z FROM pair WHERE CASE WHEN z AND x = 1 AND z THEN 1 END ORDER BY y",
             "SELECT z FROM pair WHERE (x = 1) IS NULL ORDER BY y",
             "SELECT z FROM pair WHERE x = 1 = 0 ORDER BY y",
             "SELECT z FROM pair WHERE x > 1 ORDER BY y",
             "SELECT z FROM pair WHERE x = 1 COLLATE NOCASE ORDER BY y",
             "SELECT x FROM pair WHERE x = y + 0 ORDER BY z",
             "SELECT t FROM textkey WHERE t = n ORDER BY n",  // '1' and '1.0' both equal 1
             "SELECT c.id FROM folded f JOIN customer c ON f.b = c.email ORDER BY f.a",
             // joins
             "SELECT b.title FROM artist a JOIN album b ON b.artist_id = a.artist_id ORDER BY a.artist_id",
             "SELECT b.title FROM artist a, album b ORDER BY a.artist_id",
             "SELECT a.name FROM artist a LEFT JOIN album b ON b.artist_id = a.artist_id ORDER BY b.album_id",
             "SELECT b.title FROM track t LEFT JOIN album b ON b.album_id = t.album_id OR 1 ORDER BY t.track_id",
             "SELECT t.name, u.name FROM track t FULL JOIN track u ON u.track_id = t.track_id ORDER BY t.track_id",
             "SELECT t.name FROM track t RIGHT JOIN album b ON b.album_id = t.album_id ORDER BY t.track_id",
             "SELECT t.name FROM (track t JOIN album b ON b.album_id = t.album_id) ORDER BY t.track_id",
             "SELECT s.n FROM artist a LEFT JOIN (SELECT country, count(*) AS n FROM customer GROUP BY country) s ON "
             "s.n > 1 ORDER BY a.artist_id, s.country",  // the empty row and the NULL group
             // groups
             "SELECT country, count(*) AS n FROM customer GROUP BY country ORDER BY n DESC",
             "SELECT a.name, count(*) FROM artist a GROUP BY a.artist_id ORDER BY a.name",
             "SELECT count(*), country FROM customer GROUP BY country, nick ORDER BY country",
             "SELECT count(*) FROM customer GROUP BY country",
             // distinct and compounds
             "SELECT DISTINCT country FROM customer ORDER BY id",
             "SELECT DISTINCT country, nick FROM customer ORDER BY country",
             "SELECT country FROM artist UNION ALL SELECT country FROM customer",
             "SELECT country, name FROM artist UNION ALL SELECT country, nick FROM customer ORDER BY country",
             "SELECT b FROM folded UNION SELECT c FROM folded ORDER BY b",
             "SELECT artist_id, name FROM artist UNION ALL SELECT id, nick FROM customer ORDER BY artist_id",
             // nested
             "SELECT s.name FROM (SELECT artist_id AS id, name, country FROM artist) s ORDER BY s.country",
             "WITH c AS (SELECT artist_id, name FROM album JOIN artist ON 1) SELECT name FROM c ORDER BY artist_id",
             "SELECT s.k FROM (SELECT b AS k FROM folded) s ORDER BY s.k",
         })),
         "unordered-rows");
}

TEST_CASE("Groups sorted by what is not the same throughout a group") {
  const char* sql = GENERATE(values<const char*>({
      "SELECT country, count(*) FROM customer GROUP BY country ORDER BY upper(nick), country",
      "SELECT b, count(*) FROM folded GROUP BY b COLLATE BINARY ORDER BY b",
  }));
  CAPTURE(sql);
  const std::string rules = RulesOf(FindingsOf(sql, SchemaOf(kDdl), kTables));
  CHECK(rules.find("unordered-rows") != std::string::npos);
}

TEST_CASE("Windows whose answer is fixed") {
  Expect(
      GENERATE(values<const char*>({
          "SELECT artist_id, count(*) OVER () AS n FROM artist ORDER BY artist_id",
          "SELECT artist_id, sum(artist_id) OVER (PARTITION BY country) FROM artist ORDER BY artist_id",
          "SELECT artist_id, count(*) FILTER (WHERE country = 'x') OVER () FROM artist ORDER BY artist_id",
          "SELECT artist_id, row_number() OVER (ORDER BY artist_id) FROM artist ORDER BY artist_id",
          "SELECT artist_id, row_number() OVER (PARTITION BY country ORDER BY name, artist_id DESC) FROM artist ORDER "
          "BY artist_id",
          "SELECT artist_id, rank() OVER (ORDER BY country) FROM artist ORDER BY artist_id",
          "SELECT artist_id, dense_rank() OVER w FROM artist WINDOW w AS (ORDER BY country) ORDER BY artist_id",
          "SELECT artist_id, lag(name) OVER (w ORDER BY artist_id) FROM artist WINDOW w AS (PARTITION BY country) "
          "ORDER "
          "BY artist_id",
          "SELECT artist_id, sum(artist_id) OVER (ORDER BY country) FROM artist ORDER BY artist_id",
          "SELECT artist_id, sum(artist_id) OVER (ORDER BY artist_id ROWS 2 PRECEDING) FROM artist ORDER BY artist_id",
          "SELECT artist_id, sum(artist_id) OVER (ORDER BY country RANGE UNBOUNDED PRECEDING) FROM artist ORDER BY "
          "artist_id",
          "SELECT country, row_number() OVER (ORDER BY count(*) DESC, country) FROM artist GROUP BY country ORDER BY "
          "country",
          "SELECT artist_id, count(*) over FROM artist GROUP BY artist_id ORDER BY artist_id",  // an alias
      })),
      "");
}

TEST_CASE("Windows whose answer depends on an order that is left open") {
  Expect(
      GENERATE(values<const char*>({
          "SELECT artist_id, row_number() OVER () AS n FROM artist ORDER BY artist_id",
          "SELECT artist_id, row_number() OVER (PARTITION BY country) AS n FROM artist ORDER BY artist_id",
          "SELECT artist_id, row_number() OVER (ORDER BY country) AS n FROM artist ORDER BY artist_id",
          "SELECT artist_id, rank() OVER () AS n FROM artist ORDER BY artist_id",
          "SELECT artist_id, lag(name) OVER w FROM artist WINDOW w AS (ORDER BY country) ORDER BY artist_id",
          "SELECT artist_id, first_value(name) OVER w FROM artist WINDOW w AS () ORDER BY artist_id",
          "SELECT artist_id, lag(name) OVER (w) FROM artist WINDOW w AS (PARTITION BY country) ORDER BY artist_id",
          "SELECT artist_id, sum(artist_id) OVER (ROWS 2 PRECEDING) FROM artist ORDER BY artist_id",
          "SELECT artist_id, sum(artist_id) OVER (ORDER BY country ROWS 2 PRECEDING) FROM artist ORDER BY artist_id",
          "SELECT artist_id, group_concat(name) OVER (ORDER BY country) FROM artist ORDER BY artist_id",
          "SELECT country, row_number() OVER (ORDER BY count(*) DESC) FROM artist GROUP BY country ORDER BY country",
          "SELECT artist_id FROM artist ORDER BY row_number() OVER (ORDER BY name), artist_id",
          "SELECT artist_id FROM artist WHERE artist_id IN (SELECT row_number() OVER () FROM track) ORDER BY artist_id",
          "SELECT artist_id, \"row_number\"() OVER () FROM artist ORDER BY artist_id",
          "SELECT artist_id, row_number() OVER missing FROM artist ORDER BY artist_id",
      })),
      "unordered-window");
}

}  // namespace
}  // namespace querygate::sqlite
