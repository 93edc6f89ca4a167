CREATE TABLE items (id INTEGER PRIMARY KEY, kind TEXT, price INTEGER, weight REAL, note TEXT, secret TEXT);
INSERT INTO items VALUES (1,'tool',1,1,'',''),(2,'tool',1,1,'',''),(3,'tool',1,1,'','');
