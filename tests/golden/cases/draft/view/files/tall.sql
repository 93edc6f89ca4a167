SELECT tree_id, variety, height FROM tall ORDER BY tree_id
