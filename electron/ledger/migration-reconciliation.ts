/** The days of the daily file: each file as it was made, and each attempt to upload it. */
export const RECONCILIATION_MIGRATION = `
  CREATE TABLE reconciliation_files (
    -- The business day that it reports, YYYY-MM-DD in the chain's zone.
    day TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
`;
