-- The service's last billers, rates and account of the shop. Times are ISO 8601 in UTC.

  -- The four biller lists, each replaced as a whole.
  CREATE TABLE billers (
    id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('utility', 'top-up', 'gift-card', 'partner')),
    -- JSON: the biller as the contract declares it.
    biller TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE biller_lists (
    kind TEXT PRIMARY KEY,
    refreshed_at TEXT NOT NULL,
    count INTEGER NOT NULL,
    -- Since when the service has been answering far less than this list holds; null when it is not.
    doubted_at TEXT
  ) STRICT, WITHOUT ROWID;

  -- A biller that left the list is remembered while somebody may have its form open.
  CREATE TABLE departed_billers (
    id INTEGER PRIMARY KEY,
    biller TEXT NOT NULL,
    left_at TEXT NOT NULL
  ) STRICT;

  -- How often this shop used a biller: what ranks the search.
  CREATE TABLE biller_uses (
    biller_id INTEGER PRIMARY KEY,
    uses INTEGER NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE favourite_billers (
    biller_id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT;

  -- Units of the currency for one USD, as decimal text exactly as the service sent it.
  CREATE TABLE rates (
    currency TEXT PRIMARY KEY,
    per_usd TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rates_state (only INTEGER PRIMARY KEY CHECK (only = 1), fetched_at TEXT NOT NULL) STRICT;

  -- The shop's account as the service last told it; amounts in `currency`.
  CREATE TABLE shop_account (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    balance TEXT NOT NULL,
    minimum_balance TEXT,
    currency TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
