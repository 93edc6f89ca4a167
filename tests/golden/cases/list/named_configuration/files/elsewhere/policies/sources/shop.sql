CREATE TABLE items (id INTEGER PRIMARY KEY, kind TEXT, price INTEGER, weight REAL, note TEXT, secret TEXT);
