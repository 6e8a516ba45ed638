/** Staff beyond the first cashiers: who added whom, and since when somebody is locked out. */
export const STAFF_MIGRATION = `
  ALTER TABLE cashiers ADD COLUMN created_by TEXT REFERENCES cashiers (id);
  -- Of the wrong PIN that locked her out; null while she is not. What holds is the count in failures.
  ALTER TABLE cashiers ADD COLUMN locked_out_at TEXT;
`;
