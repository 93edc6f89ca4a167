SELECT t.variety AS variety, COUNT(*) AS harvests, COUNT(h.paid) AS paid, SUM(h.crates) AS crates,
       SUM(h.harvest_id) AS sum_of_ids, SUM(h.kilograms) AS kilograms, AVG(h.kilograms) AS average, MIN(h.picked) AS first,
       MAX(t.height) AS highest, ROW_NUMBER() OVER (ORDER BY t.variety) AS place,
       CASE WHEN COUNT(*) > 1 THEN 'many' ELSE 'few' END AS size
FROM harvest h JOIN tree t ON t.tree_id = h.tree_id
GROUP BY t.variety
ORDER BY t.variety
