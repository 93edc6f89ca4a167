SELECT tree_id, colour FROM tree ORDER BY tree_id
