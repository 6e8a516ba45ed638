/** The drawer opens for one moment: a paper that is sent again does not open it a second time. */
export const DRAWER_MIGRATION = `
  -- Where in the bytes the pulse for the drawer begins; null where there is none.
  ALTER TABLE print_jobs ADD COLUMN drawer_at INTEGER;
  -- The pulse of an earlier attempt may have left us.
  ALTER TABLE print_jobs ADD COLUMN is_drawer_done INTEGER NOT NULL DEFAULT 0
    CHECK (is_drawer_done IN (0, 1));
`;
