-- Kinds of entries in the audit log that earlier versions did not write, and since when this till
-- writes them: before that, their absence says nothing. Times are ISO 8601 in UTC.

  CREATE TABLE audit_kind_starts (
    kind TEXT PRIMARY KEY,
    -- Empty if it writes them since the ledger's beginning.
    since TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO audit_kind_starts (kind, since)
    SELECT kinds.value, coalesce((SELECT max(at) FROM audit), '')
    FROM json_each('["reprint-receipt", "wrong-pin"]') kinds;
