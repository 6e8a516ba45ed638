/** Who did what: append-only, each row sealed over the one before. */
export const AUDIT_MIGRATION = `
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
  CREATE INDEX audit_by_time ON audit (at);
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
`;
