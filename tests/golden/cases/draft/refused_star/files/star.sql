SELECT *
FROM tall
ORDER BY tree_id
