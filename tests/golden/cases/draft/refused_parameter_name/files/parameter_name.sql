SELECT tree_id FROM tree WHERE variety = :Variety ORDER BY tree_id
