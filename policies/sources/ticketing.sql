-- Schema snapshot of the source `ticketing`. Times are whole Unix seconds.
CREATE TABLE orders (
  order_id TEXT PRIMARY KEY NOT NULL,
  payment_id TEXT NOT NULL,
  brand TEXT NOT NULL,
  store TEXT NOT NULL,
  payment TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  updated INTEGER NOT NULL,
  customer_phone TEXT
);
CREATE INDEX orders_by_payment ON orders (payment_id);

CREATE TABLE events (
  event_id TEXT PRIMARY KEY NOT NULL,
  order_id TEXT NOT NULL,
  brand TEXT NOT NULL,
  store TEXT NOT NULL,
  kind TEXT NOT NULL,
  attempt INTEGER,
  trace_id TEXT NOT NULL,
  happened INTEGER NOT NULL,
  ingested INTEGER NOT NULL
);
CREATE INDEX events_by_order ON events (order_id, happened);

CREATE TABLE sync (
  store TEXT PRIMARY KEY NOT NULL,
  watermark INTEGER NOT NULL
);
