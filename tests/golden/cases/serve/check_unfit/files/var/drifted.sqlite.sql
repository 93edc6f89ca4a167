CREATE TABLE parcels (zone TEXT, units INTEGER, condition TEXT, private_note TEXT);
