CREATE TABLE tree (
  tree_id INTEGER PRIMARY KEY,
  variety NVARCHAR(30) NOT NULL,
  planted DATE NOT NULL,
  height REAL,
  irrigated BOOLEAN NOT NULL,
  note TEXT,
  secret TEXT
);
CREATE TABLE harvest (
  harvest_id INTEGER PRIMARY KEY,
  tree_id INTEGER NOT NULL REFERENCES tree (tree_id),
  picked DATETIME NOT NULL,
  kilograms NUMERIC(8,2) NOT NULL,
  paid DECIMAL(10,2),
  photo BLOB,
  crates INT,
  mark
);
CREATE TABLE cellar (room TEXT NOT NULL);
CREATE VIEW tall AS SELECT tree_id, variety, height FROM tree WHERE height > 4;
INSERT INTO tree VALUES
  (1, 'Boskoop', '2015-03-01', 4.5, 1, 'old wall', 'x'),
  (2, 'Boskoop', '2019-04-12', 3.25, 0, NULL, 'y'),
  (3, 'Reinette', '2001-10-30', NULL, 1, '', 'z');
INSERT INTO harvest VALUES
  (1, 1, '2025-09-14 08:00:00', 12.5, 30.25, x'01ff', 3, 'a'),
  (2, 1, '2025-09-20 09:30:00', 7, 14, NULL, 2, 7),
  (3, 2, '2025-10-01 07:45:00', 3.75, NULL, NULL, NULL, 2.5);
