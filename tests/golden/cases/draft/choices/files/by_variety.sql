SELECT harvest_id AS harvest FROM harvest JOIN tree ON tree.tree_id = harvest.tree_id
WHERE variety = :variety AND crates >= :crates ORDER BY harvest
