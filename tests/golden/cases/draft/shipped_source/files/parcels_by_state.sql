SELECT state, COUNT(*) AS parcels FROM parcels WHERE zone = :zone GROUP BY state ORDER BY state
