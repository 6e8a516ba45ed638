-- The days of the daily file: each generated file, and each attempt to upload it. A day is a
-- business day of the chain, YYYY-MM-DD in the chain's zone; seconds are since the epoch; other
-- times are ISO 8601 in UTC. Amounts in JSON are decimal text by currency.

  -- Since which business day this till uploads; null while it does not.
  CREATE TABLE reconciliation_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    uploading_since TEXT
  ) STRICT;

  -- Every business day that this till has to report, whether anything was sold or not.
  CREATE TABLE reconciliation_days (
    day TEXT PRIMARY KEY,
    -- The day's bounds; `until_second` is not included.
    since_second INTEGER NOT NULL,
    until_second INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The file as it was made; null until it is.
    made_at TEXT,
    lines INTEGER,
    bytes INTEGER,
    sha256 TEXT,
    -- JSON: amounts by currency, and what the file cannot hold.
    totals TEXT,
    left_out TEXT,
    -- From the moment at which the server may have the file under its name, its bytes stay.
    offered_at TEXT,
    uploaded_at TEXT,
    -- A person said that the day was handed in otherwise, and why.
    handed_in_at TEXT,
    handed_in_by TEXT,
    handed_in_reason TEXT,
    -- JSON: payments that turned out paid after the file was made.
    late TEXT,
    -- Since when it is not known whether the server took the file: the rename was asked for, and its
    -- answer was lost. Null: it is known.
    in_doubt_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reconciliation_days_missing ON reconciliation_days (day)
    WHERE uploaded_at IS NULL AND handed_in_at IS NULL;
  CREATE INDEX reconciliation_days_until ON reconciliation_days (until_second);

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

  -- The file as it was when a copy of it was last saved elsewhere, before a server could have it.
  CREATE TABLE reconciliation_saved_files (
    day TEXT PRIMARY KEY REFERENCES reconciliation_days (day),
    made_at TEXT NOT NULL,
    lines INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    totals TEXT NOT NULL,
    left_out TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Ended days of which payments turned out paid, however late, and how many of them, since the
  -- day's file was last looked through. Kept by the trigger.
  CREATE TABLE reconciliation_resolved_days (
    day TEXT PRIMARY KEY REFERENCES reconciliation_days (day),
    payments INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER paid_of_an_ended_day AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND OLD.state NOT IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT INTO reconciliation_resolved_days (day, payments)
        SELECT d.day, 1
        FROM (SELECT coalesce(NEW.performed_second, (SELECT unixepoch(s.request_date) FROM sends s
            WHERE s.intent_id = NEW.intent_id AND s.number = 1)) AS second) AS paid
          CROSS JOIN reconciliation_days d
            ON d.until_second > paid.second AND d.since_second <= paid.second
        WHERE true
        ON CONFLICT (day) DO UPDATE SET payments = payments + 1;
    END;

  -- The service's transactions that the ledger lacks, because it was restored from a backup: a person
  -- decided that they were this till's, and they stand in the day's file.
  CREATE TABLE reconciliation_taken_in (
    authorization TEXT PRIMARY KEY,
    external_id TEXT NOT NULL,
    performed_second INTEGER NOT NULL,
    biller_id INTEGER NOT NULL,
    account_number TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    pos_number TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reconciliation_taken_in_by_time ON reconciliation_taken_in (performed_second);

  -- The last comparison of a day with the service: JSON as the contract declares it.
  CREATE TABLE reconciliation_comparisons (
    day TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    comparison TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The server's key that a person has confirmed, and the last one seen that was another.
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
