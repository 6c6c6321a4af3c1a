-- The auction house, schema 1, for SQLite 3.37 or newer. README.md says what the columns mean and how this is applied.

CREATE TABLE schema_version (
  version INTEGER NOT NULL PRIMARY KEY,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE house (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL CHECK (revision >= 0)
) STRICT;

CREATE TABLE users (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  name_key TEXT NOT NULL UNIQUE CHECK (length(name_key) BETWEEN 1 AND 768),
  password TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE logins (
  token_hash TEXT NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
  user_id INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX logins_expires_at ON logins (expires_at);

CREATE TABLE items (
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description TEXT NOT NULL CHECK (length(description) <= 2000),
  minimum_price INTEGER NOT NULL CHECK (minimum_price BETWEEN 1 AND 1000000000),
  added_by INTEGER NOT NULL REFERENCES users (id),
  added_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;

CREATE INDEX items_up ON items (added_by) WHERE removed_at IS NULL;

CREATE TABLE bids (
  item_id INTEGER NOT NULL REFERENCES items (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 1000000000),
  bidder INTEGER NOT NULL REFERENCES users (id),
  placed_at INTEGER NOT NULL,
  PRIMARY KEY (item_id, number),
  UNIQUE (item_id, amount)
) STRICT, WITHOUT ROWID;

INSERT INTO house (id, revision) VALUES (1, 0);

INSERT INTO schema_version (version, applied_at) VALUES (1, CAST(strftime('%s', 'now') AS INTEGER) * 1000);
