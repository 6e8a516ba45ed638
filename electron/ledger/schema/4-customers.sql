-- Accounts of returning customers, so that cashiers do not have to type them again: personal data,
-- stored for as long as the owner sets and deleted on request. Payments have their own copy of the
-- data and never read these rows. Times are ISO 8601 in UTC.

  CREATE TABLE customer_accounts (
    id TEXT PRIMARY KEY,
    biller_id INTEGER NOT NULL,
    biller_name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('bill', 'top-up', 'gift-card')),
    account_number TEXT NOT NULL,
    account_shown TEXT NOT NULL,
    -- As it is searched: the number and the shown account in capitals, without signs.
    account_keys TEXT NOT NULL,
    -- The name on the account, where the service or the cashier told it, and as it is searched.
    name TEXT,
    name_plain TEXT,
    -- Digits: the phone that the customer gave.
    phone TEXT,
    used_at TEXT NOT NULL,
    UNIQUE (biller_id, kind, account_number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX customer_accounts_by_use ON customer_accounts (used_at);
