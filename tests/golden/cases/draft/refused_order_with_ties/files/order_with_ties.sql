SELECT tree_id, variety, planted
FROM tree
ORDER BY variety DESC
LIMIT 2
