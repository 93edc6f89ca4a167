CREATE TABLE items (id INTEGER PRIMARY KEY, kind TEXT, price INTEGER, supplier TEXT, shop TEXT);
