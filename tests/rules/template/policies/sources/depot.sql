CREATE TABLE parcels (
  parcel_id INTEGER PRIMARY KEY,
  zone TEXT NOT NULL,
  units INTEGER,
  weight REAL,
  state TEXT NOT NULL,
  sent_on TEXT,
  private_note TEXT,
  label TEXT AS (zone || private_note)
);
CREATE INDEX parcels_by_state ON parcels (state, zone);

CREATE TABLE zones (
  zone TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  manager TEXT
);

CREATE TABLE scans (
  scan_id INTEGER PRIMARY KEY,
  parcel_id INTEGER NOT NULL,
  scanned INTEGER NOT NULL,
  device TEXT NOT NULL
);
CREATE INDEX scans_by_parcel ON scans (parcel_id, scanned);

CREATE TABLE audit (
  entry TEXT NOT NULL
);

CREATE VIEW waiting AS SELECT parcel_id, zone FROM parcels WHERE state = 'queued';
