SELECT harvest_id AS harvest, variety
FROM harvest JOIN tree USING (tree_id)
ORDER BY harvest
