CREATE TABLE sales(sale_id INTEGER PRIMARY KEY, zone TEXT, sold TEXT, units INTEGER, price TEXT, state TEXT);
