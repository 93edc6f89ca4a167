SELECT t.*, 1 AS one FROM tall t ORDER BY t.tree_id
