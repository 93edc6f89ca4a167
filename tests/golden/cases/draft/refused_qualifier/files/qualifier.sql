SELECT tree_id FROM main.tree ORDER BY tree_id
