/** What staff needs beyond the first cashiers. */
export const STAFF_MIGRATION = `
  ALTER TABLE cashiers ADD COLUMN created_by TEXT REFERENCES cashiers (id);
`;
