SELECT harvest_id AS harvest, variety FROM harvest NATURAL JOIN tree ORDER BY harvest
