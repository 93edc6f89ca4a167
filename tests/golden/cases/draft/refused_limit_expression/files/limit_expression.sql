SELECT tree_id FROM tree ORDER BY tree_id LIMIT 1 + 1
