-- Demo rows for the source `logistics`; the tables are those of policies/sources/logistics.sql.
-- The notes and the label are synthetic: no report may read them.
INSERT INTO parcels (zone, units, state, private_note) VALUES
  ('east', 2, 'sent', 'synthetic-note-A'),
  ('west', 3, 'sent', 'synthetic-note-B'),
  ('east', 4, 'queued', 'synthetic-note-C');

INSERT INTO hidden (label) VALUES ('synthetic-hidden');
