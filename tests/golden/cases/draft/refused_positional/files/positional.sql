SELECT tree_id FROM tree WHERE variety = ? AND height > ?2 AND note = @note ORDER BY tree_id
