SELECT tree_id
FROM tree
WHERE ORDER BY tree_id
