-- The auction house, schema 1, for MySQL 8.0.16 or newer and MariaDB 10.5 or newer. README.md says what the columns mean
-- and how this is applied. MySQL cannot undo a CREATE TABLE, so every statement here may be run again after a crash.

CREATE TABLE IF NOT EXISTS schema_version (
  version INT NOT NULL PRIMARY KEY,
  applied_at BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS house (
  id INT NOT NULL PRIMARY KEY CHECK (id = 1),
  revision BIGINT NOT NULL CHECK (revision >= 0)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS users (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  name_key VARCHAR(768) NOT NULL UNIQUE,
  password VARCHAR(255) NOT NULL,
  created_at BIGINT NOT NULL
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS logins (
  token_hash CHAR(64) NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  INDEX logins_expires_at (expires_at),
  FOREIGN KEY (user_id) REFERENCES users (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS items (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(100) NOT NULL,
  description VARCHAR(2000) NOT NULL,
  minimum_price BIGINT NOT NULL CHECK (minimum_price BETWEEN 1 AND 1000000000),
  added_by BIGINT NOT NULL,
  added_at BIGINT NOT NULL,
  removed_at BIGINT NULL,
  INDEX items_up (removed_at, added_by),
  FOREIGN KEY (added_by) REFERENCES users (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS bids (
  item_id BIGINT NOT NULL,
  number INT NOT NULL CHECK (number >= 1),
  amount BIGINT NOT NULL CHECK (amount BETWEEN 1 AND 1000000000),
  bidder BIGINT NOT NULL,
  placed_at BIGINT NOT NULL,
  PRIMARY KEY (item_id, number),
  UNIQUE (item_id, amount),
  FOREIGN KEY (item_id) REFERENCES items (id),
  FOREIGN KEY (bidder) REFERENCES users (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO house (id, revision) VALUES (1, 0);

INSERT IGNORE INTO schema_version (version, applied_at) VALUES (1, UNIX_TIMESTAMP() * 1000);
