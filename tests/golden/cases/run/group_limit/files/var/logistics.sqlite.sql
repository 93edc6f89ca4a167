-- Schema snapshot of the source `logistics`. Lint compiles reports against it; it holds no rows.
CREATE TABLE parcels (
  zone TEXT,
  units INTEGER,
  state TEXT,
  private_note TEXT
);

CREATE TABLE hidden (
  label TEXT
);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21) INSERT INTO parcels SELECT 'zone' || i, 1, 'sent', '' FROM n;
