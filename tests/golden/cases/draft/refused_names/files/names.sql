SELECT variety, COUNT(*), MAX(height) AS "Highest", upper(variety), upper(variety)
FROM tree GROUP BY variety ORDER BY variety
