INSERT INTO items (id) VALUES (1);
INSERT INTO items (id) SELECT id + 1 FROM items;
