-- The audit log, and the identity of this ledger. Times are ISO 8601 in UTC.

  -- The audit log: append-only, each row sealed over the one before.
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Null where the till did it by itself.
    cashier_id TEXT,
    cashier_name TEXT,
    approved_by TEXT,
    approver_name TEXT,
    -- JSON, without secrets.
    detail TEXT NOT NULL,
    -- SHA-256 in hex over the digest of the row before and all columns of this one.
    digest TEXT NOT NULL
  ) STRICT;
  -- A page of the log takes the same work among ten rows and among a million.
  CREATE INDEX audit_by_time ON audit (at);
  CREATE INDEX audit_by_kind ON audit (kind, at);
  CREATE INDEX audit_by_cashier ON audit (cashier_id, at) WHERE cashier_id IS NOT NULL;
  CREATE INDEX audit_by_cashier_and_kind ON audit (cashier_id, kind, at)
    WHERE cashier_id IS NOT NULL;
  CREATE INDEX audit_by_approver ON audit (approved_by, at) WHERE approved_by IS NOT NULL;
  CREATE INDEX audit_by_approver_and_kind ON audit (approved_by, kind, at)
    WHERE approved_by IS NOT NULL;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;

  -- Which ledger this is, so that a backup of another till or of another environment is not taken
  -- for one of this one.
  CREATE TABLE ledger_identity (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL,
    environment TEXT NOT NULL,
    made_at TEXT NOT NULL
  ) STRICT;

  -- The data key that this ledger was written with, by its name: no other one opens what is sealed
  -- in it.
  CREATE TABLE data_key (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id TEXT NOT NULL
  ) STRICT;
