SELECT harvest_id AS harvest, mark AS mark, kilograms * 1 AS twice
FROM harvest
ORDER BY harvest
