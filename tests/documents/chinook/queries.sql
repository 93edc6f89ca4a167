-- Questions that a music store asks of the Chinook sample database. Each goes through draft, lint and run and must
-- give what a plain connection gives. `-- given:` holds values for parameters as SQL literals, `-- refused:` the rule
-- that must refuse.

-- query: artists_by_albums
SELECT ar.Name AS artist, COUNT(*) AS albums
FROM Album al JOIN Artist ar ON ar.ArtistId = al.ArtistId
GROUP BY ar.ArtistId, ar.Name
ORDER BY albums DESC, ar.ArtistId

-- query: genre_track_counts
SELECT g.Name AS genre, COUNT(t.TrackId) AS tracks
FROM Genre g LEFT JOIN Track t ON t.GenreId = g.GenreId
GROUP BY g.GenreId, g.Name
ORDER BY tracks DESC, genre, g.GenreId

-- query: revenue_per_country
SELECT BillingCountry AS country, COUNT(*) AS invoices, ROUND(SUM(Total), 2) AS revenue
FROM Invoice
GROUP BY BillingCountry
ORDER BY revenue DESC, country

-- query: revenue_per_year
SELECT strftime('%Y', InvoiceDate) AS year, COUNT(*) AS invoices, ROUND(SUM(Total), 2) AS revenue
FROM Invoice
GROUP BY year
ORDER BY year

-- query: revenue_per_month_of_year
-- given: year='2023'
SELECT strftime('%Y-%m', InvoiceDate) AS month, ROUND(SUM(Total), 2) AS revenue, COUNT(*) AS invoices
FROM Invoice
WHERE strftime('%Y', InvoiceDate) = :year
GROUP BY strftime('%Y-%m', InvoiceDate)
ORDER BY month

-- query: best_customers
SELECT c.CustomerId AS customer_id, c.FirstName || ' ' || c.LastName AS customer, ROUND(SUM(i.Total), 2) AS spent
FROM Customer c JOIN Invoice i ON i.CustomerId = c.CustomerId
GROUP BY c.CustomerId
ORDER BY spent DESC, customer_id
LIMIT 10

-- query: customers_of_a_country
-- given: country='Brazil'
SELECT CustomerId AS customer_id, FirstName AS first_name, LastName AS last_name, City AS city, Company AS company
FROM Customer
WHERE Country = :country
ORDER BY customer_id

-- query: customers_of_some_countries
-- given: countries='Germany' countries='France'
SELECT Country AS country, COUNT(*) AS customers
FROM Customer
WHERE Country IN (:countries)
GROUP BY Country
ORDER BY Country

-- query: employees_and_their_managers
SELECT e.EmployeeId AS employee_id, e.FirstName || ' ' || e.LastName AS employee, e.Title AS job,
       m.FirstName || ' ' || m.LastName AS manager
FROM Employee e LEFT JOIN Employee m ON m.EmployeeId = e.ReportsTo
ORDER BY e.EmployeeId

-- query: support_load
SELECT e.EmployeeId AS employee_id, e.LastName AS last_name, COUNT(c.CustomerId) AS customers
FROM Employee e LEFT JOIN Customer c ON c.SupportRepId = e.EmployeeId
GROUP BY e.EmployeeId, e.LastName
HAVING COUNT(c.CustomerId) > 0
ORDER BY customers DESC, employee_id

-- query: sales_by_support_employee
SELECT e.EmployeeId AS employee_id, e.FirstName AS first_name, COUNT(DISTINCT c.CustomerId) AS customers,
       COUNT(i.InvoiceId) AS invoices, ROUND(SUM(i.Total), 2) AS sales
FROM Employee e
JOIN Customer c ON c.SupportRepId = e.EmployeeId
JOIN Invoice i ON i.CustomerId = c.CustomerId
GROUP BY e.EmployeeId, e.FirstName
ORDER BY e.EmployeeId

-- query: longest_tracks
SELECT TrackId AS track_id, Name AS track, Milliseconds / 60000 AS minutes
FROM Track
ORDER BY Milliseconds DESC, TrackId
LIMIT 25

-- query: tracks_longer_than
-- given: seconds=900
SELECT TrackId AS track_id, Name AS track, Milliseconds AS length
FROM Track
WHERE Milliseconds > :seconds * 1000
ORDER BY length DESC, track_id

-- query: tracks_without_composer
SELECT g.Name AS genre, COUNT(*) AS without_composer
FROM Track t JOIN Genre g ON g.GenreId = t.GenreId
WHERE t.Composer IS NULL
GROUP BY g.GenreId, g.Name
ORDER BY without_composer DESC, g.GenreId

-- query: composers_with_many_tracks
SELECT Composer AS composer, COUNT(*) AS tracks
FROM Track
WHERE Composer IS NOT NULL
GROUP BY Composer
HAVING COUNT(*) >= 20
ORDER BY tracks DESC, composer

-- query: average_length_by_media_type
SELECT m.Name AS media_type, COUNT(*) AS tracks, AVG(t.Milliseconds) AS average_milliseconds
FROM Track t JOIN MediaType m ON m.MediaTypeId = t.MediaTypeId
GROUP BY m.MediaTypeId, m.Name
ORDER BY m.MediaTypeId

-- query: size_on_disk
SELECT m.Name AS media_type, SUM(t.Bytes) AS bytes, MIN(t.Bytes) AS smallest, MAX(t.Bytes) AS largest
FROM Track t JOIN MediaType m ON m.MediaTypeId = t.MediaTypeId
GROUP BY m.MediaTypeId, m.Name
ORDER BY m.MediaTypeId

-- query: totals_of_the_store
SELECT COUNT(*) AS invoices, COUNT(DISTINCT CustomerId) AS buyers, MIN(Total) AS least, MAX(Total) AS most,
       ROUND(AVG(Total), 4) AS average
FROM Invoice

-- query: invoice_sizes
SELECT CASE WHEN Total < 2 THEN 'small' WHEN Total < 10 THEN 'medium' ELSE 'large' END AS size,
       COUNT(*) AS invoices, ROUND(SUM(Total), 2) AS revenue
FROM Invoice
GROUP BY size
ORDER BY size

-- query: weekday_of_invoices
SELECT CASE CAST(strftime('%w', InvoiceDate) AS INTEGER)
         WHEN 0 THEN 'Sunday' WHEN 1 THEN 'Monday' WHEN 2 THEN 'Tuesday' WHEN 3 THEN 'Wednesday'
         WHEN 4 THEN 'Thursday' WHEN 5 THEN 'Friday' ELSE 'Saturday'
       END AS weekday,
       COUNT(*) AS invoices
FROM Invoice
GROUP BY strftime('%w', InvoiceDate)
ORDER BY strftime('%w', InvoiceDate)

-- query: customers_without_company
SELECT Country AS country, COUNT(*) - COUNT(Company) AS private_customers, COUNT(Company) AS business_customers
FROM Customer
GROUP BY Country
ORDER BY Country

-- query: albums_never_sold
SELECT al.AlbumId AS album_id, al.Title AS album
FROM Album al
WHERE NOT EXISTS (
  SELECT 1 FROM Track t JOIN InvoiceLine il ON il.TrackId = t.TrackId WHERE t.AlbumId = al.AlbumId)
ORDER BY al.AlbumId

-- query: artists_without_albums
SELECT ArtistId AS artist_id, Name AS artist
FROM Artist
WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)
ORDER BY ArtistId

-- query: tracks_sold_more_than_once
SELECT t.TrackId AS track_id, t.Name AS track, SUM(il.Quantity) AS sold
FROM InvoiceLine il JOIN Track t ON t.TrackId = il.TrackId
GROUP BY t.TrackId, t.Name
HAVING SUM(il.Quantity) > 1
ORDER BY sold DESC, track_id

-- query: revenue_by_genre
SELECT g.Name AS genre, SUM(il.Quantity) AS units, ROUND(SUM(il.UnitPrice * il.Quantity), 2) AS revenue
FROM InvoiceLine il
JOIN Track t ON t.TrackId = il.TrackId
JOIN Genre g ON g.GenreId = t.GenreId
GROUP BY g.GenreId, g.Name
ORDER BY revenue DESC, g.GenreId

-- query: revenue_share_by_genre
WITH sales AS (
  SELECT t.GenreId AS genre_id, SUM(il.UnitPrice * il.Quantity) AS amount
  FROM InvoiceLine il JOIN Track t ON t.TrackId = il.TrackId
  GROUP BY t.GenreId
)
SELECT g.Name AS genre, ROUND(s.amount, 2) AS revenue,
       ROUND(100.0 * s.amount / (SELECT SUM(amount) FROM sales), 1) AS percent
FROM sales s JOIN Genre g ON g.GenreId = s.genre_id
ORDER BY revenue DESC, g.GenreId

-- query: revenue_by_artist
SELECT ar.ArtistId AS artist_id, ar.Name AS artist, ROUND(SUM(il.UnitPrice * il.Quantity), 2) AS revenue
FROM InvoiceLine il
JOIN Track t ON t.TrackId = il.TrackId
JOIN Album al ON al.AlbumId = t.AlbumId
JOIN Artist ar ON ar.ArtistId = al.ArtistId
GROUP BY ar.ArtistId, ar.Name
ORDER BY revenue DESC, ar.ArtistId
LIMIT 15

-- query: search_artists
-- given: text='black'
SELECT ArtistId AS artist_id, Name AS artist
FROM Artist
WHERE Name LIKE '%' || :text || '%'
ORDER BY ArtistId

-- query: search_tracks_like
-- given: pattern='%love%'
SELECT TrackId AS track_id, Name AS track
FROM Track
WHERE Name LIKE :pattern
ORDER BY TrackId

-- query: tracks_of_price
-- given: price=1.99
SELECT COUNT(*) AS tracks, SUM(Milliseconds) AS milliseconds
FROM Track
WHERE UnitPrice = :price

-- query: invoices_between_days
-- given: since='2023-01-01' until='2023-02-01'
SELECT InvoiceId AS invoice_id, InvoiceDate AS invoiced, BillingCity AS city, Total AS total
FROM Invoice
WHERE InvoiceDate >= :since AND InvoiceDate < :until
ORDER BY InvoiceDate, InvoiceId

-- query: invoices_of_days
-- given: since='2023-06-01' until='2023-06-30'
SELECT date(InvoiceDate) AS day, COUNT(*) AS invoices, ROUND(SUM(Total), 2) AS revenue
FROM Invoice
WHERE date(InvoiceDate) BETWEEN :since AND :until
GROUP BY day
ORDER BY day

-- query: one_invoice
-- given: invoice=98
SELECT il.InvoiceLineId AS line, t.Name AS track, il.UnitPrice AS price, il.Quantity AS quantity
FROM InvoiceLine il JOIN Track t ON t.TrackId = il.TrackId
WHERE il.InvoiceId = :invoice
ORDER BY il.InvoiceLineId

-- query: rank_of_countries
SELECT BillingCountry AS country, ROUND(SUM(Total), 2) AS revenue, RANK() OVER (ORDER BY SUM(Total) DESC) AS place
FROM Invoice
GROUP BY BillingCountry
ORDER BY place, country

-- query: best_customer_of_each_country
WITH spending AS (
  SELECT c.Country AS country, c.CustomerId AS customer_id, SUM(i.Total) AS spent
  FROM Customer c JOIN Invoice i ON i.CustomerId = c.CustomerId
  GROUP BY c.Country, c.CustomerId
), placed AS (
  SELECT country, customer_id, spent,
         ROW_NUMBER() OVER (PARTITION BY country ORDER BY spent DESC, customer_id) AS place
  FROM spending
)
SELECT country, customer_id, ROUND(spent, 2) AS spent
FROM placed
WHERE place = 1
ORDER BY country, customer_id

-- query: running_revenue_by_month
WITH months AS (
  SELECT strftime('%Y-%m', InvoiceDate) AS month, SUM(Total) AS revenue
  FROM Invoice
  GROUP BY strftime('%Y-%m', InvoiceDate)
)
SELECT month, ROUND(revenue, 2) AS revenue, ROUND(SUM(revenue) OVER (ORDER BY month), 2) AS running
FROM months
ORDER BY month

-- query: change_from_month_to_month
WITH months AS (
  SELECT strftime('%Y-%m', InvoiceDate) AS month, ROUND(SUM(Total), 2) AS revenue
  FROM Invoice
  GROUP BY strftime('%Y-%m', InvoiceDate)
)
SELECT month, revenue, LAG(revenue) OVER (ORDER BY month) AS before,
       ROUND(revenue - LAG(revenue) OVER (ORDER BY month), 2) AS change
FROM months
ORDER BY month

-- query: moving_average_of_revenue
WITH months AS (
  SELECT strftime('%Y-%m', InvoiceDate) AS month, SUM(Total) AS revenue
  FROM Invoice
  GROUP BY month
)
SELECT month, ROUND(AVG(revenue) OVER (ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 4) AS average
FROM months
ORDER BY month

-- query: quartiles_of_customers
WITH spending AS (
  SELECT CustomerId AS customer_id, SUM(Total) AS spent FROM Invoice GROUP BY CustomerId
)
SELECT customer_id, ROUND(spent, 2) AS spent, NTILE(4) OVER (ORDER BY spent DESC, customer_id) AS quartile
FROM spending
ORDER BY quartile, customer_id

-- query: first_and_last_purchase
SELECT c.CustomerId AS customer_id, c.LastName AS last_name, MIN(i.InvoiceDate) AS first_purchase,
       MAX(i.InvoiceDate) AS last_purchase, COUNT(*) AS purchases
FROM Customer c JOIN Invoice i ON i.CustomerId = c.CustomerId
GROUP BY c.CustomerId, c.LastName
ORDER BY c.CustomerId

-- query: days_between_purchases
WITH visits AS (
  SELECT CustomerId AS customer_id, InvoiceId AS invoice_id, InvoiceDate AS bought,
         LAG(InvoiceDate) OVER (PARTITION BY CustomerId ORDER BY InvoiceDate, InvoiceId) AS before
  FROM Invoice
)
SELECT customer_id, ROUND(AVG(julianday(bought) - julianday(before)), 1) AS days
FROM visits
WHERE before IS NOT NULL
GROUP BY customer_id
ORDER BY customer_id

-- query: cities_of_customers_or_invoices
SELECT City AS city, Country AS country FROM Customer
UNION
SELECT BillingCity, BillingCountry FROM Invoice
ORDER BY city, country

-- query: people_of_the_store
SELECT 'customer' AS role, FirstName AS first_name, LastName AS last_name, Country AS country FROM Customer
UNION ALL
SELECT 'employee', FirstName, LastName, Country FROM Employee
ORDER BY role, first_name, last_name, country

-- query: countries_with_customers_and_staff
SELECT Country AS country FROM Customer
INTERSECT
SELECT Country FROM Employee
ORDER BY country

-- query: countries_with_customers_only
SELECT Country AS country FROM Customer
EXCEPT
SELECT Country FROM Employee
ORDER BY country

-- query: genres_nobody_bought_in_a_country
-- given: country='Norway'
SELECT Name AS genre FROM Genre
WHERE GenreId NOT IN (
  SELECT t.GenreId
  FROM Invoice i
  JOIN InvoiceLine il ON il.InvoiceId = i.InvoiceId
  JOIN Track t ON t.TrackId = il.TrackId
  WHERE i.BillingCountry = :country AND t.GenreId IS NOT NULL)
ORDER BY GenreId

-- query: albums_with_several_genres
SELECT al.AlbumId AS album_id, al.Title AS album, COUNT(DISTINCT t.GenreId) AS genres
FROM Album al JOIN Track t ON t.AlbumId = al.AlbumId
GROUP BY al.AlbumId, al.Title
HAVING COUNT(DISTINCT t.GenreId) > 1
ORDER BY al.AlbumId

-- query: longest_album_of_each_artist
WITH lengths AS (
  SELECT al.ArtistId AS artist_id, al.AlbumId AS album_id, SUM(t.Milliseconds) AS length
  FROM Album al JOIN Track t ON t.AlbumId = al.AlbumId
  GROUP BY al.ArtistId, al.AlbumId
), placed AS (
  SELECT artist_id, album_id, length, RANK() OVER (PARTITION BY artist_id ORDER BY length DESC) AS place
  FROM lengths
)
SELECT ar.Name AS artist, al.Title AS album, p.length / 60000 AS minutes
FROM placed p
JOIN Artist ar ON ar.ArtistId = p.artist_id
JOIN Album al ON al.AlbumId = p.album_id
WHERE p.place = 1
ORDER BY p.artist_id, p.album_id

-- query: playlists_and_their_length
SELECT p.PlaylistId AS playlist_id, p.Name AS playlist, COUNT(pt.TrackId) AS tracks,
       COALESCE(SUM(t.Milliseconds), 0) / 60000 AS minutes
FROM Playlist p
LEFT JOIN PlaylistTrack pt ON pt.PlaylistId = p.PlaylistId
LEFT JOIN Track t ON t.TrackId = pt.TrackId
GROUP BY p.PlaylistId, p.Name
ORDER BY p.PlaylistId

-- query: tracks_on_most_playlists
SELECT t.TrackId AS track_id, t.Name AS track, COUNT(*) AS playlists
FROM PlaylistTrack pt JOIN Track t ON t.TrackId = pt.TrackId
GROUP BY t.TrackId, t.Name
HAVING COUNT(*) > 4
ORDER BY playlists DESC, track_id

-- query: chain_of_command
WITH RECURSIVE chain (employee_id, level) AS (
  SELECT EmployeeId, 0 FROM Employee WHERE ReportsTo IS NULL
  UNION ALL
  SELECT e.EmployeeId, c.level + 1 FROM Employee e JOIN chain c ON e.ReportsTo = c.employee_id
)
SELECT e.EmployeeId AS employee, e.LastName AS last_name, c.level AS level
FROM chain c JOIN Employee e ON e.EmployeeId = c.employee_id
ORDER BY c.level, e.EmployeeId

-- query: staff_hired_before
-- given: day='2003-01-01'
SELECT EmployeeId AS employee_id, FirstName AS first_name, date(HireDate) AS hired
FROM Employee
WHERE date(HireDate) < :day
ORDER BY EmployeeId

-- query: age_at_hiring
SELECT EmployeeId AS employee_id, LastName AS last_name,
       CAST((julianday(HireDate) - julianday(BirthDate)) / 365.25 AS INTEGER) AS years
FROM Employee
ORDER BY EmployeeId

-- query: mail_domains
SELECT LOWER(SUBSTR(Email, INSTR(Email, '@') + 1)) AS domain, COUNT(*) AS customers
FROM Customer
GROUP BY LOWER(SUBSTR(Email, INSTR(Email, '@') + 1))
ORDER BY customers DESC, domain

-- query: initials
SELECT UPPER(SUBSTR(FirstName, 1, 1) || SUBSTR(LastName, 1, 1)) AS initials, COUNT(*) AS customers
FROM Customer
GROUP BY 1
ORDER BY customers DESC, 1

-- query: length_of_titles
SELECT LENGTH(Title) AS characters, COUNT(*) AS albums
FROM Album
GROUP BY LENGTH(Title)
ORDER BY characters

-- query: price_of_an_average_album
SELECT ROUND(AVG(price), 2) AS average, MIN(price) AS cheapest, MAX(price) AS dearest
FROM (SELECT AlbumId AS album_id, SUM(UnitPrice) AS price FROM Track GROUP BY AlbumId)

-- query: tracks_longer_than_their_genre
WITH averages AS (
  SELECT GenreId AS genre_id, AVG(Milliseconds) AS average FROM Track GROUP BY GenreId
)
SELECT t.TrackId AS track_id, t.Name AS track, t.Milliseconds AS length
FROM Track t JOIN averages a ON a.genre_id = t.GenreId
WHERE t.Milliseconds > 3 * a.average
ORDER BY t.TrackId

-- query: invoices_above_the_customers_average
SELECT i.InvoiceId AS invoice_id, i.CustomerId AS customer_id, i.Total AS total
FROM Invoice i
WHERE i.Total > 2 * (SELECT AVG(o.Total) FROM Invoice o WHERE o.CustomerId = i.CustomerId)
ORDER BY i.InvoiceId

-- query: invoices_that_do_not_add_up
SELECT i.InvoiceId AS invoice_id, i.Total AS total, ROUND(SUM(il.UnitPrice * il.Quantity), 2) AS lines
FROM Invoice i JOIN InvoiceLine il ON il.InvoiceId = i.InvoiceId
GROUP BY i.InvoiceId, i.Total
HAVING ABS(i.Total - SUM(il.UnitPrice * il.Quantity)) > 0.001
ORDER BY i.InvoiceId

-- query: genre_by_year
SELECT strftime('%Y', i.InvoiceDate) AS year, g.Name AS genre, SUM(il.Quantity) AS units
FROM Invoice i
JOIN InvoiceLine il ON il.InvoiceId = i.InvoiceId
JOIN Track t ON t.TrackId = il.TrackId
JOIN Genre g ON g.GenreId = t.GenreId
GROUP BY year, g.GenreId, g.Name
ORDER BY year, units DESC, g.GenreId

-- query: revenue_pivoted_by_year
SELECT BillingCountry AS country,
       ROUND(SUM(CASE WHEN InvoiceDate < '2022-01-01' THEN Total ELSE 0 END), 2) AS y2021,
       ROUND(SUM(CASE WHEN InvoiceDate >= '2022-01-01' AND InvoiceDate < '2023-01-01' THEN Total ELSE 0 END), 2) AS y2022,
       ROUND(SUM(CASE WHEN InvoiceDate >= '2023-01-01' THEN Total ELSE 0 END), 2) AS since_2023
FROM Invoice
GROUP BY BillingCountry
ORDER BY BillingCountry

-- query: filtered_counts
SELECT BillingCountry AS country, COUNT(*) FILTER (WHERE Total > 5) AS big, COUNT(*) FILTER (WHERE Total <= 5) AS small
FROM Invoice
GROUP BY BillingCountry
ORDER BY country

-- query: optional_country
SELECT COUNT(*) AS invoices, TOTAL(Total) AS revenue
FROM Invoice
WHERE :country IS NULL OR BillingCountry = :country

-- query: caller_limits_the_rows
-- given: genre='Jazz' limit=7
SELECT t.TrackId AS track_id, t.Name AS track, al.Title AS album
FROM Track t
JOIN Genre g ON g.GenreId = t.GenreId
JOIN Album al ON al.AlbumId = t.AlbumId
WHERE g.Name = :genre
ORDER BY al.Title, t.TrackId
LIMIT :limit

-- query: customers_sharing_a_city
SELECT a.CustomerId AS first_customer, b.CustomerId AS second_customer, a.City AS city
FROM Customer a JOIN Customer b ON a.City = b.City AND a.CustomerId < b.CustomerId
ORDER BY a.CustomerId, b.CustomerId

-- query: distinct_billing_cities
SELECT DISTINCT BillingCountry AS country, BillingCity AS city
FROM Invoice
ORDER BY country, city

-- query: states_with_and_without_names
SELECT COALESCE(BillingState, '(none)') AS state, COUNT(*) AS invoices
FROM Invoice
WHERE BillingCountry = 'USA'
GROUP BY COALESCE(BillingState, '(none)')
ORDER BY state

-- query: longest_track_of_each_album
-- given: first=1 last=40
SELECT AlbumId AS album_id, MAX(Milliseconds) AS longest, MIN(Milliseconds) AS shortest,
       MAX(Milliseconds) - MIN(Milliseconds) AS spread
FROM Track
WHERE AlbumId BETWEEN :first AND :last
GROUP BY AlbumId
ORDER BY AlbumId

-- query: share_of_media_types
SELECT m.Name AS media_type, COUNT(*) AS tracks,
       ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (), 2) AS percent
FROM Track t JOIN MediaType m ON m.MediaTypeId = t.MediaTypeId
GROUP BY m.MediaTypeId, m.Name
ORDER BY m.MediaTypeId

-- query: cumulative_share_of_customers
WITH spending AS (
  SELECT CustomerId AS customer_id, SUM(Total) AS spent FROM Invoice GROUP BY CustomerId
)
SELECT customer_id, ROUND(spent, 2) AS spent,
       ROUND(SUM(spent) OVER (ORDER BY spent DESC, customer_id) / SUM(spent) OVER (), 4) AS cumulative
FROM spending
ORDER BY spent DESC, customer_id

-- query: artists_by_letter
SELECT UPPER(SUBSTR(Name, 1, 1)) AS letter, COUNT(*) AS artists
FROM Artist
WHERE Name IS NOT NULL
GROUP BY UPPER(SUBSTR(Name, 1, 1))
ORDER BY letter

-- query: bought_together_with
-- given: track=1
SELECT o.TrackId AS track_id, COUNT(*) AS times
FROM InvoiceLine il JOIN InvoiceLine o ON o.InvoiceId = il.InvoiceId AND o.TrackId <> il.TrackId
WHERE il.TrackId = :track
GROUP BY o.TrackId
ORDER BY times DESC, o.TrackId

-- query: rows_of_values
SELECT column1 AS code, column2 AS meaning FROM (VALUES (1, 'new'), (2, 'paid'), (3, 'sent')) ORDER BY code, meaning

-- query: tied_cut
-- refused: unordered-limit
SELECT Name AS track, Milliseconds AS length FROM Track ORDER BY UnitPrice LIMIT 10

-- query: no_order
-- refused: unordered-rows
SELECT Name AS genre, GenreId AS genre_id FROM Genre

-- query: natural_join
-- refused: refused-word
SELECT Title AS album, Name AS artist FROM Album NATURAL JOIN Artist ORDER BY AlbumId

-- query: using_join
-- refused: refused-word
SELECT Title AS album, Name AS artist FROM Album JOIN Artist USING (ArtistId) ORDER BY AlbumId

-- query: everything_of_a_table
-- refused: select-star
SELECT * FROM Genre ORDER BY GenreId

-- query: no_names
-- refused: result-columns
SELECT Country, COUNT(*) FROM Customer GROUP BY Country ORDER BY Country

-- query: second_page
-- refused: limit-in-sql
SELECT TrackId AS track_id, Name AS track FROM Track ORDER BY TrackId LIMIT 10 OFFSET 10

-- query: bare_column_of_a_group
-- refused: arbitrary-value
SELECT Country AS country, City AS city, COUNT(*) AS customers FROM Customer GROUP BY Country ORDER BY Country

-- query: any_row_of_a_customer
-- refused: unordered-limit
SELECT CustomerId AS customer_id, (SELECT InvoiceDate FROM Invoice i WHERE i.CustomerId = c.CustomerId) AS invoiced
FROM Customer c ORDER BY CustomerId

-- query: numbered_without_order
-- refused: unordered-window
SELECT GenreId AS genre_id, ROW_NUMBER() OVER () AS place FROM Genre ORDER BY GenreId

-- query: qualified_by_schema
-- refused: qualified-name
SELECT main.Genre.GenreId AS genre_id FROM main.Genre ORDER BY GenreId

-- query: positional
-- refused: positional-parameter
SELECT GenreId AS genre_id FROM Genre WHERE Name = ? ORDER BY GenreId

-- query: a_write
-- refused: not-a-query
DELETE FROM Genre

-- query: the_catalogue_of_tables
-- refused: unlisted-table
SELECT name AS table_name FROM sqlite_master ORDER BY name

-- query: names_joined_without_order
-- refused: arbitrary-value
SELECT AlbumId AS album_id, GROUP_CONCAT(Name) AS tracks FROM Track GROUP BY AlbumId ORDER BY AlbumId
