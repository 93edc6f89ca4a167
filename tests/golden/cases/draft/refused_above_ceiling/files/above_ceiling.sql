SELECT t.tree_id, t.secret, lower(t.variety) AS variety, c.room
FROM tree t JOIN cellar c ON c.room = t.secret
ORDER BY t.tree_id, c.room
