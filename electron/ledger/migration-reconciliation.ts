/** The days of the daily file: each file as it was made, and each attempt to upload it. */
export const RECONCILIATION_MIGRATION = `
  -- When the service performed it, in seconds since the epoch; null where it told no time that can
  -- be read. The pattern keeps out what SQLite would read as a moment of its own choice.
  ALTER TABLE outcomes ADD COLUMN performed_second INTEGER GENERATED ALWAYS AS (
    CASE WHEN transaction_created_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9]*'
    THEN unixepoch(transaction_created_at) END) VIRTUAL;
  CREATE INDEX outcomes_performed ON outcomes (performed_second, intent_id)
    WHERE state IN ('paid', 'by-hand-paid');
  CREATE INDEX outcomes_performed_undated ON outcomes (intent_id)
    WHERE state IN ('paid', 'by-hand-paid') AND performed_second IS NULL;

  -- Since which business day this till uploads; null while it does not.
  CREATE TABLE reconciliation_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    uploading_since TEXT
  ) STRICT;

  -- Every business day that this till has to report, whether anything was sold or not.
  CREATE TABLE reconciliation_days (
    -- YYYY-MM-DD in the chain's zone.
    day TEXT PRIMARY KEY,
    -- Seconds since the epoch; the second is not included.
    since_second INTEGER NOT NULL,
    until_second INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The file as it was made; null until it is.
    made_at TEXT,
    lines INTEGER,
    bytes INTEGER,
    sha256 TEXT,
    -- JSON: amounts by currency, and what could not stand in it.
    totals TEXT,
    left_out TEXT,
    -- From the moment at which the server may have it under its name, its bytes stay.
    offered_at TEXT,
    uploaded_at TEXT,
    settled_at TEXT,
    settled_by TEXT,
    settled_reason TEXT,
    -- Payments that turned out paid after the file was made; JSON.
    late TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reconciliation_days_missing ON reconciliation_days (day)
    WHERE uploaded_at IS NULL AND settled_at IS NULL;

  CREATE TABLE reconciliation_attempts (
    day TEXT NOT NULL REFERENCES reconciliation_days (day),
    number INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    -- Null where the till did it by itself.
    cashier_name TEXT,
    ended_at TEXT,
    -- 'uploaded', 'was-there', or why not: JSON of the problem.
    result TEXT,
    PRIMARY KEY (day, number)
  ) STRICT, WITHOUT ROWID;

  -- The last comparison of a day with the service; JSON as the contract declares it.
  CREATE TABLE reconciliation_comparisons (
    day TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    comparison TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The key of the server that a person has confirmed, and the last one that was seen otherwise.
  CREATE TABLE reconciliation_host_keys (
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    key_type TEXT,
    fingerprint TEXT,
    confirmed_at TEXT,
    confirmed_by TEXT,
    seen_type TEXT,
    seen_fingerprint TEXT,
    seen_at TEXT,
    PRIMARY KEY (host, port)
  ) STRICT, WITHOUT ROWID;
`;
