// Realistic statements, each under the least declaration that covers it: none may be refused.
#include <array>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/program_check.h"
#include "tests/adversarial/guarded_database.h"

namespace querygate::sqlite::test {
namespace {

// A music store, with what the plans of the statements below need: rowid tables with and without an integer
// key, a WITHOUT ROWID table, indexes on one and several columns, a partial and an expression index, a view.
constexpr std::string_view kMusicStore = R"sql(
CREATE TABLE Artist (ArtistId INTEGER NOT NULL PRIMARY KEY, Name TEXT);
CREATE TABLE Album (AlbumId INTEGER NOT NULL PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER NOT NULL);
CREATE TABLE Genre (GenreId INTEGER NOT NULL PRIMARY KEY, Name TEXT);
CREATE TABLE Track (TrackId INTEGER NOT NULL PRIMARY KEY, Name TEXT NOT NULL, AlbumId INTEGER, GenreId INTEGER,
  Composer TEXT, Milliseconds INTEGER NOT NULL, UnitPrice NUMERIC(10,2) NOT NULL);
CREATE TABLE Customer (CustomerId INTEGER NOT NULL PRIMARY KEY, FirstName TEXT NOT NULL, LastName TEXT NOT NULL,
  City TEXT, Country TEXT, Email TEXT NOT NULL UNIQUE, SupportRepId INTEGER);
CREATE TABLE Employee (EmployeeId INTEGER NOT NULL PRIMARY KEY, LastName TEXT, Title TEXT, ReportsTo INTEGER);
CREATE TABLE Invoice (InvoiceId INTEGER NOT NULL PRIMARY KEY, CustomerId INTEGER NOT NULL, InvoiceDate TEXT NOT NULL,
  BillingCountry TEXT, Total NUMERIC(10,2) NOT NULL);
CREATE TABLE InvoiceLine (InvoiceLineId INTEGER NOT NULL PRIMARY KEY, InvoiceId INTEGER NOT NULL,
  TrackId INTEGER NOT NULL, UnitPrice NUMERIC(10,2) NOT NULL, Quantity INTEGER NOT NULL);
CREATE TABLE PlaylistTrack (PlaylistId INTEGER NOT NULL, TrackId INTEGER NOT NULL, Position INTEGER,
  PRIMARY KEY (PlaylistId, TrackId)) WITHOUT ROWID;
CREATE TABLE Visit (Country TEXT, City TEXT, Happened TEXT, Note TEXT);
CREATE INDEX AlbumArtist ON Album (ArtistId);
CREATE INDEX TrackAlbum ON Track (AlbumId);
CREATE INDEX TrackGenrePrice ON Track (GenreId, UnitPrice);
CREATE INDEX TrackLong ON Track (Milliseconds) WHERE Milliseconds > 300000;
CREATE INDEX CustomerCountry ON Customer (Country, City);
CREATE INDEX InvoiceCustomer ON Invoice (CustomerId, InvoiceDate);
CREATE INDEX InvoiceCountry ON Invoice (BillingCountry);
CREATE INDEX LineInvoice ON InvoiceLine (InvoiceId);
CREATE INDEX LineTrack ON InvoiceLine (TrackId);
CREATE INDEX PlaylistPosition ON PlaylistTrack (Position);
CREATE INDEX VisitCountry ON Visit (Country);
CREATE INDEX VisitCity ON Visit (City);
CREATE INDEX VisitLower ON Visit (lower(City));
CREATE VIEW Sale AS SELECT l.TrackId AS TrackId, i.BillingCountry AS Country, l.UnitPrice * l.Quantity AS Amount
  FROM InvoiceLine l JOIN Invoice i ON i.InvoiceId = l.InvoiceId;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
  INSERT INTO Track SELECT i, 'track ' || i, i % 7, i % 3, NULL, i * 9000, 0.99 FROM n;
INSERT INTO Artist VALUES (1, 'A'), (2, 'B'), (3, 'C');
INSERT INTO Album VALUES (1, 'one', 1), (2, 'two', 1), (3, 'three', 2), (4, 'four', 3);
INSERT INTO Genre VALUES (0, 'rock'), (1, 'jazz'), (2, 'folk');
INSERT INTO Customer VALUES (1, 'a', 'x', 'Bonn', 'Germany', 'a@x', 1), (2, 'b', 'y', 'Lyon', 'France', 'b@y', 2);
INSERT INTO Employee VALUES (1, 'm', 'boss', NULL), (2, 'n', 'sales', 1);
INSERT INTO Invoice VALUES (1, 1, '2024-01-02', 'Germany', 5), (2, 2, '2024-02-03', 'France', 7);
INSERT INTO InvoiceLine VALUES (1, 1, 1, 0.99, 1), (2, 1, 2, 0.99, 2), (3, 2, 3, 0.99, 1);
INSERT INTO PlaylistTrack VALUES (1, 1, 1), (1, 2, 2), (2, 3, 1);
INSERT INTO Visit VALUES ('Germany', 'Bonn', '2024-01-01', 'n'), ('France', 'Lyon', '2024-01-02', 'm');
)sql";

constexpr auto kQueries = std::to_array<std::string_view>({
    // Joins.
    "SELECT a.Title, r.Name FROM Album a JOIN Artist r ON r.ArtistId = a.ArtistId ORDER BY a.Title, a.AlbumId",
    "SELECT r.Name, a.Title FROM Artist r LEFT JOIN Album a ON a.ArtistId = r.ArtistId",
    "SELECT r.Name FROM Artist r LEFT JOIN Album a ON a.ArtistId = r.ArtistId WHERE a.AlbumId IS NULL",
    "SELECT t.Name, g.Name AS Genre FROM Track t LEFT JOIN Genre g ON g.GenreId = t.GenreId AND g.Name <> 'folk'",
    "SELECT a.Title, r.Name FROM Album a RIGHT JOIN Artist r ON r.ArtistId = a.ArtistId",
    "SELECT a.Title, r.Name FROM Album a FULL JOIN Artist r ON r.ArtistId = a.ArtistId",
    "SELECT v.City, c.FirstName FROM Visit v RIGHT JOIN Customer c ON c.City = v.City",
    "SELECT v.City, c.FirstName FROM Customer c FULL JOIN Visit v ON c.City = v.City",
    "SELECT p.Position, t.Name FROM PlaylistTrack p FULL JOIN Track t ON t.TrackId = p.Position",
    "SELECT t.Name, p.Position FROM Track t RIGHT JOIN PlaylistTrack p ON p.Position = t.Milliseconds",
    "SELECT e.LastName, m.LastName AS Manager FROM Employee e LEFT JOIN Employee m ON m.EmployeeId = e.ReportsTo",
    "SELECT x.City, y.City AS Other FROM Visit x JOIN Visit y ON x.Country = y.Country AND x.City < y.City",
    "SELECT c.Country, v.Happened FROM Customer c, Visit v WHERE c.Country = v.Country",
    "SELECT v.Happened, e.Title FROM Visit v JOIN Employee e ON e.Title = v.Note",
    "SELECT g.Name, v.City FROM Genre g CROSS JOIN Visit v",
    "SELECT r.Name, a.Title, t.Name AS Track, g.Name AS Genre FROM Track t JOIN Album a ON a.AlbumId = t.AlbumId "
    "JOIN Artist r ON r.ArtistId = a.ArtistId JOIN Genre g ON g.GenreId = t.GenreId WHERE t.Milliseconds > 200000",
    "SELECT t.Name FROM PlaylistTrack p JOIN Track t ON t.TrackId = p.TrackId WHERE p.PlaylistId = :playlist",
    "SELECT p.PlaylistId FROM PlaylistTrack p WHERE p.Position = :position",
    "SELECT Position FROM PlaylistTrack WHERE Position BETWEEN 1 AND 3",
    // Grouping.
    "SELECT BillingCountry, count(*) AS n, sum(Total) AS total FROM Invoice GROUP BY BillingCountry",
    "SELECT BillingCountry, sum(Total) AS total FROM Invoice GROUP BY BillingCountry HAVING sum(Total) > 5",
    "SELECT strftime('%Y-%m', InvoiceDate) AS month, sum(Total) AS total FROM Invoice GROUP BY month ORDER BY month",
    "SELECT date(InvoiceDate, 'start of year') AS year, count(DISTINCT CustomerId) AS n FROM Invoice GROUP BY year",
    "SELECT g.Name, avg(t.Milliseconds) / 60000.0 AS minutes FROM Track t JOIN Genre g ON g.GenreId = t.GenreId "
    "GROUP BY g.GenreId, g.Name",
    "SELECT City, count(*) AS n FROM Visit GROUP BY City",
    "SELECT count(DISTINCT City) AS cities, count(*) AS visits FROM Visit",
    "SELECT min(Milliseconds) AS lo, max(Milliseconds) AS hi FROM Track",
    "SELECT max(UnitPrice) AS hi FROM Track WHERE GenreId = 1",
    "SELECT count(*) AS n FROM Visit",
    "SELECT count(*) AS n FROM PlaylistTrack",
    "SELECT sum(CASE WHEN Total > 5 THEN 1 ELSE 0 END) AS big, total(Total) AS total FROM Invoice",
    "SELECT sum(Total) FILTER (WHERE BillingCountry = 'France') AS france FROM Invoice",
    "SELECT Position, count(*) AS n FROM PlaylistTrack GROUP BY Position",
    // Windows.
    "SELECT CustomerId, row_number() OVER (PARTITION BY BillingCountry ORDER BY Total DESC, InvoiceId) AS place FROM "
    "Invoice",
    "SELECT InvoiceDate, sum(Total) OVER (ORDER BY InvoiceDate, InvoiceId ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS "
    "moving FROM Invoice",
    "SELECT InvoiceDate, lag(Total) OVER (ORDER BY InvoiceDate, InvoiceId) AS before FROM Invoice",
    "SELECT rank() OVER (ORDER BY Milliseconds) AS r, ntile(4) OVER (ORDER BY Milliseconds, TrackId) AS q FROM Track",
    "SELECT CustomerId, first_value(Total) OVER (PARTITION BY CustomerId ORDER BY InvoiceId) AS f FROM Invoice",
    "SELECT place, CustomerId FROM (SELECT CustomerId, dense_rank() OVER (ORDER BY total DESC) AS place FROM (SELECT "
    "CustomerId, sum(Total) AS total FROM Invoice GROUP BY CustomerId)) WHERE place <= 3 ORDER BY place, CustomerId",
    "SELECT sum(Total) OVER (ORDER BY InvoiceDate RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE "
    "CURRENT ROW) AS others FROM Invoice",
    // Common table expressions and compounds.
    "WITH spend AS (SELECT CustomerId, sum(Total) AS total FROM Invoice GROUP BY CustomerId) "
    "SELECT c.LastName, s.total FROM spend s JOIN Customer c ON c.CustomerId = s.CustomerId",
    "WITH big AS (SELECT CustomerId FROM Invoice GROUP BY CustomerId HAVING sum(Total) > 1) SELECT count(*) AS n FROM "
    "big",
    "WITH a AS MATERIALIZED (SELECT City FROM Visit) SELECT x.City FROM a x JOIN a y ON x.City = y.City",
    "WITH a AS (SELECT Country FROM Visit), b AS (SELECT Country FROM Customer) SELECT Country FROM a INTERSECT SELECT "
    "Country FROM b",
    "WITH RECURSIVE chain(id, depth) AS (SELECT EmployeeId, 0 FROM Employee WHERE ReportsTo IS NULL UNION ALL SELECT "
    "e.EmployeeId, depth + 1 FROM Employee e JOIN chain ON e.ReportsTo = chain.id) SELECT id, depth FROM chain",
    "WITH RECURSIVE days(d) AS (SELECT date('2024-01-01') UNION ALL SELECT date(d, '+1 day') FROM days WHERE d < "
    "'2024-01-05') SELECT d, (SELECT count(*) FROM Visit v WHERE v.Happened = d) AS n FROM days",
    "SELECT City FROM Customer UNION SELECT City FROM Visit ORDER BY City",
    "SELECT City FROM Customer UNION ALL SELECT City FROM Visit",
    "SELECT City FROM Customer EXCEPT SELECT City FROM Visit",
    "SELECT Country, City FROM Customer UNION SELECT Country, City FROM Visit ORDER BY 1, 2",
    "SELECT 'all' AS k, count(*) AS n FROM Track UNION ALL SELECT Name, (SELECT count(*) FROM Track t WHERE t.GenreId "
    "= "
    "g.GenreId) FROM Genre g",
    // Subqueries.
    "SELECT LastName FROM Customer c WHERE EXISTS (SELECT 1 FROM Invoice i WHERE i.CustomerId = c.CustomerId)",
    "SELECT LastName FROM Customer c WHERE NOT EXISTS (SELECT 1 FROM Visit v WHERE v.City = c.City)",
    "SELECT Name FROM Track WHERE Milliseconds > (SELECT avg(Milliseconds) FROM Track)",
    "SELECT Name FROM Artist WHERE ArtistId IN (SELECT ArtistId FROM Album WHERE Title LIKE 'o%')",
    "SELECT City FROM Visit WHERE City IN (SELECT City FROM Customer)",
    "SELECT City FROM Visit WHERE City NOT IN (SELECT City FROM Customer WHERE City IS NOT NULL)",
    "SELECT City FROM Visit WHERE (Country, City) IN (SELECT Country, City FROM Customer)",
    "SELECT c.LastName, (SELECT max(i.InvoiceDate) FROM Invoice i WHERE i.CustomerId = c.CustomerId) AS latest FROM "
    "Customer c",
    "SELECT s.n FROM (SELECT Country, count(*) AS n FROM Visit GROUP BY Country) s WHERE s.n > 0",
    "SELECT Name FROM Track WHERE TrackId IN (SELECT TrackId FROM PlaylistTrack WHERE Position = 1)",
    "SELECT Position FROM PlaylistTrack WHERE TrackId IN (SELECT TrackId FROM Track WHERE GenreId = 1)",
    // Lists and alternatives.
    "SELECT City FROM Visit WHERE Country IN ('France', 'Germany', :third)",
    "SELECT Happened FROM Visit WHERE Country = 'France' OR City = 'Bonn'",
    "SELECT Happened FROM Visit WHERE (Country = :a AND Note = 'n') OR (City = :b AND Happened > '2024')",
    "SELECT Happened FROM Visit WHERE Country IN (:a, :b) OR City IN (:c, :d)",
    "SELECT Name FROM Track WHERE GenreId = 1 OR AlbumId = 2",
    "SELECT Name FROM Track WHERE AlbumId = 1 OR TrackId = 5 OR GenreId = 2",
    "SELECT PlaylistId FROM PlaylistTrack WHERE Position = 1 OR PlaylistId = 2",
    "SELECT Position FROM PlaylistTrack WHERE Position = 1 OR PlaylistId = 2",
    "SELECT v.Happened, c.LastName FROM Visit v LEFT JOIN Customer c ON c.Country = v.Country OR c.Email = v.Note",
    "SELECT c.LastName FROM Customer c JOIN Visit v ON v.Country = c.Country OR v.City = c.City",
    // Distinct, order, limits, expressions.
    "SELECT DISTINCT Country FROM Visit",
    "SELECT DISTINCT Country, City FROM Customer ORDER BY Country, City",
    "SELECT DISTINCT GenreId FROM Track",
    "SELECT Name FROM Track ORDER BY lower(Name) DESC, TrackId LIMIT 5",
    "SELECT Name FROM Track ORDER BY CASE WHEN GenreId = 1 THEN 0 ELSE 1 END, Milliseconds, TrackId LIMIT 3 OFFSET 2",
    "SELECT City FROM Visit WHERE lower(City) = 'bonn'",
    "SELECT Name FROM Track WHERE Milliseconds > 400000",
    "SELECT Name FROM Track WHERE Composer IS NULL AND AlbumId IS NOT NULL",
    "SELECT julianday(InvoiceDate) - julianday('2024-01-01') AS days FROM Invoice",
    "SELECT coalesce(Composer, 'unknown') AS Composer, nullif(Name, '') AS Name, iif(GenreId = 1, 'y', 'n') AS j FROM "
    "Track",
    "SELECT round(Total * 1.19, 2) AS gross, abs(-1) AS one, CAST(Total AS INTEGER) AS whole FROM Invoice",
    "SELECT substr(Name, 1, 3) || '…' AS short, length(Name) AS n, Name LIKE '%1%' AS has FROM Track",
    "SELECT Country, Amount FROM Sale WHERE Amount > 1",
    "SELECT Country, sum(Amount) AS total FROM Sale GROUP BY Country",
    "SELECT count(*) AS n FROM Sale",
    "VALUES (1, 'a'), (2, 'b')",
});

}  // namespace

TEST_CASE("no honest statement is refused", "[honest]") {
  GuardedDatabase database(kMusicStore);
  for (const std::string_view sql : kQueries) {
    INFO(sql);
    const CompiledReport report = MakeReport(database.Declare(sql), std::string(sql));
    const Gated gated = database.Pass(report);
    CHECK(Describe(gated.all) == "");
    CHECK(database.Run(gated.statement, report) >= 0);
  }
}

TEST_CASE("a table left out of an honest declaration is noticed by the program alone", "[honest]") {
  GuardedDatabase database(kMusicStore);
  int noticed = 0;
  for (const std::string_view sql : kQueries) {
    const Declared full = database.Declare(sql);
    const auto program = database.ListUnguarded(sql);
    REQUIRE(program.has_value());
    for (std::size_t table = 0; table < full.tables.size(); ++table) {
      if (database.schema().Find(full.tables[table].name)->kind == SchemaObject::Kind::kView) continue;
      Declared without = full;
      without.tables.erase(without.tables.begin() + static_cast<std::ptrdiff_t>(table));
      const CompiledReport report = MakeReport(without, std::string(sql));
      INFO(sql << " without " << full.tables[table].name);
      CHECK(!JudgeProgram(*program, {.allowlist = &report.allowlist}, database.schema()).empty());
      ++noticed;
    }
  }
  CHECK(noticed > 80);
}

}  // namespace querygate::sqlite::test
