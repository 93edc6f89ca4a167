-- Two items.
INSERT INTO items (id, kind, price) VALUES (1, 'tool', 10), (2, 'toy', 20);
