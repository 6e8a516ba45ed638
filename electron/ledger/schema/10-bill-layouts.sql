-- What the shop learned of the bar codes of bills: the biller of a collector's number (GLN), and where
-- the account stands in the references. Times are ISO 8601 in UTC.

  CREATE TABLE bill_layouts (
    gln TEXT PRIMARY KEY,
    biller_id INTEGER NOT NULL,
    -- The reference and the positions in it, from 1; the end is null for up to its end.
    account_reference INTEGER NOT NULL,
    account_from INTEGER NOT NULL,
    account_to INTEGER,
    -- scan: a person chose the biller. bills: three bills taught the place of the account.
    taught_by TEXT NOT NULL CHECK (taught_by IN ('scan', 'bills')),
    taught_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
