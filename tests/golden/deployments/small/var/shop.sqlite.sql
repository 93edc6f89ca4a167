CREATE TABLE items (id INTEGER PRIMARY KEY, kind TEXT, price INTEGER, weight REAL, note TEXT, secret TEXT);
INSERT INTO items VALUES
  (1, 'tool', 100, 1.5, 'a "quoted", comma' || char(10) || 'second line', 's1'),
  (2, 'tool', 9007199254740993, 2.0, '=1+1', 's2'),
  (3, 'toy', 5, NULL, NULL, 's3'),
  (4, 'toy', 7, 0.1, char(27) || '[31mred|pipe' || char(8238), 's4'),
  (5, 'food', 0, 1e300, '', 's5');
