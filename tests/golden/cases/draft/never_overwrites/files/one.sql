SELECT COUNT(*) AS trees, MAX(height) AS highest FROM tree;
