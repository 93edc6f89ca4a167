SELECT tree_id FROM tree ORDER BY tree_id;
SELECT 2 AS two;
