SELECT harvest_id AS harvest, kilograms FROM harvest ORDER BY kilograms DESC, harvest LIMIT :most
