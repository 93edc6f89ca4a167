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
