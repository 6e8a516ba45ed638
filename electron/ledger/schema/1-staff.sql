-- The till's cashiers, supervisors and owners. Times are ISO 8601 in UTC.

  -- Cashiers, supervisors and owners. They are disabled, never deleted: payments name them.
  CREATE TABLE cashiers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
    -- scrypt with its parameters and salt, over the PIN and the vault's pepper; the PIN itself is
    -- kept nowhere.
    pin_hash TEXT NOT NULL,
    -- Wrong PINs in a row.
    failures INTEGER NOT NULL DEFAULT 0,
    locked_until TEXT,
    created_at TEXT NOT NULL,
    disabled_at TEXT,
    created_by TEXT REFERENCES cashiers (id),
    -- When the wrong PIN came that locked the cashier out; null otherwise. `failures` decides whether
    -- the lock-out holds.
    locked_out_at TEXT
  ) STRICT;

  -- Wrong recovery keys in a row; each costs a longer wait.
  CREATE TABLE recovery_attempts (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    failures INTEGER NOT NULL,
    locked_until TEXT
  ) STRICT;
