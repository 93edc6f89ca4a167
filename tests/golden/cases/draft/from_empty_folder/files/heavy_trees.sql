SELECT t.variety AS variety, COUNT(*) AS harvests, SUM(h.kilograms) AS kilograms
FROM tree t JOIN harvest h ON h.tree_id = t.tree_id
GROUP BY t.variety
HAVING SUM(h.kilograms) >= :least
ORDER BY t.variety
