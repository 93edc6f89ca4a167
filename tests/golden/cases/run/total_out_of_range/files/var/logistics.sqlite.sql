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
INSERT INTO parcels VALUES ('east', 9223372036854775807, 'sent', ''), ('east', 1, 'sent', '');
