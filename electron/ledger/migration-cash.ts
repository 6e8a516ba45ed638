/** Shifts with a running number, what was counted, and what moved in the drawer besides payments. */
export const CASH_MIGRATION = `
  ALTER TABLE shifts ADD COLUMN number INTEGER;
`;
