-- A pay-out whose cash went into the shop's safe.

  ALTER TABLE cash_movements ADD COLUMN is_drop INTEGER NOT NULL DEFAULT 0 CHECK (is_drop IN (0, 1));
