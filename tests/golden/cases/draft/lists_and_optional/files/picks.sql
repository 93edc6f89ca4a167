SELECT harvest_id AS harvest, kilograms
FROM harvest JOIN tree ON tree.tree_id = harvest.tree_id
WHERE variety IN (:varieties) AND harvest.tree_id NOT IN (:trees) AND (:note IS NULL OR note = :note)
ORDER BY harvest
