-- Demo rows for the source `ticketing`; the tables are those of policies/sources/ticketing.sql.
-- Times are Unix seconds; 1789711200 is 2026-09-18T14:00:00+08:00. Names, numbers and rows are invented.

-- O1001 and O1002 look the same now and got there differently. O1003 and O1004 were paid together, so
-- P1003 names two orders. O1005 was changed two minutes later than the others. O2001 belongs to another
-- store of the brand, O3001 to another brand.
INSERT INTO orders (order_id, payment_id, brand, store, payment, dispatch, updated, customer_phone) VALUES
  ('O1001', 'P1001', 'teahouse', 'harbour', 'paid', 'sent', 1789711205, '+00-555-0101'),
  ('O1002', 'P1002', 'teahouse', 'harbour', 'paid', 'sent', 1789711205, '+00-555-0102'),
  ('O1003', 'P1003', 'teahouse', 'harbour', 'paid', 'sent', 1789711208, '+00-555-0103'),
  ('O1004', 'P1003', 'teahouse', 'harbour', 'paid', 'sent', 1789711208, '+00-555-0104'),
  ('O1005', 'P1005', 'teahouse', 'harbour', 'refunded', 'failed', 1789711320, '+00-555-0105'),
  ('O2001', 'P2001', 'teahouse', 'station', 'paid', 'sent', 1789711206, '+00-555-0106'),
  ('O3001', 'P3001', 'bakery', 'harbour', 'paid', 'none', 1789711206, '+00-555-0107');

-- The receipt E1002-5 happened at 14:00:06 and reached this database at 14:00:20.
INSERT INTO events (event_id, order_id, brand, store, kind, attempt, trace_id, happened, ingested) VALUES
  ('E1001-1', 'O1001', 'teahouse', 'harbour', 'payment_accepted', NULL, 'trace-1001', 1789711201, 1789711202),
  ('E1001-2', 'O1001', 'teahouse', 'harbour', 'order_created', NULL, 'trace-1001', 1789711202, 1789711203),
  ('E1001-3', 'O1001', 'teahouse', 'harbour', 'job_sent', 1, 'trace-1001', 1789711204, 1789711205),
  ('E1002-1', 'O1002', 'teahouse', 'harbour', 'payment_accepted', NULL, 'trace-1002', 1789711201, 1789711202),
  ('E1002-2', 'O1002', 'teahouse', 'harbour', 'order_created', NULL, 'trace-1002', 1789711202, 1789711203),
  ('E1002-3', 'O1002', 'teahouse', 'harbour', 'device_offline', 1, 'trace-1002', 1789711203, 1789711204),
  ('E1002-4', 'O1002', 'teahouse', 'harbour', 'job_sent', 2, 'trace-1002', 1789711205, 1789711206),
  ('E1002-5', 'O1002', 'teahouse', 'harbour', 'printed', 2, 'trace-1002', 1789711206, 1789711220),
  ('E1003-1', 'O1003', 'teahouse', 'harbour', 'payment_accepted', NULL, 'trace-1003', 1789711203, 1789711204),
  ('E1003-2', 'O1003', 'teahouse', 'harbour', 'order_created', NULL, 'trace-1003', 1789711205, 1789711206),
  ('E1004-1', 'O1004', 'teahouse', 'harbour', 'payment_accepted', NULL, 'trace-1003', 1789711203, 1789711204),
  ('E1004-2', 'O1004', 'teahouse', 'harbour', 'order_created', NULL, 'trace-1003', 1789711206, 1789711207),
  ('E1005-1', 'O1005', 'teahouse', 'harbour', 'payment_accepted', NULL, 'trace-1005', 1789711207, 1789711208),
  ('E1005-2', 'O1005', 'teahouse', 'harbour', 'job_sent', 1, 'trace-1005', 1789711209, 1789711210),
  ('E2001-1', 'O2001', 'teahouse', 'station', 'payment_accepted', NULL, 'trace-2001', 1789711202, 1789711203),
  ('E2001-2', 'O2001', 'teahouse', 'station', 'printed', 1, 'trace-2001', 1789711207, 1789711208),
  ('E3001-1', 'O3001', 'bakery', 'harbour', 'payment_accepted', NULL, 'trace-3001', 1789711204, 1789711205);

-- Replication of the harbour store had come as far as 14:00:25.
INSERT INTO sync (store, watermark) VALUES
  ('harbour', 1789711225),
  ('station', 1789711500);
