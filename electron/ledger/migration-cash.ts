/**
 * Shifts with a running number, what was counted, and everything that moved in a drawer. What an
 * earlier version of the till did without writing movements is written here, each in its shift.
 */
export const CASH_MIGRATION = `
  ALTER TABLE shifts ADD COLUMN number INTEGER;
  -- Whose drawer it is: a cashier's id; empty where all cashiers share one.
  ALTER TABLE shifts ADD COLUMN drawer TEXT NOT NULL DEFAULT '';
  ALTER TABLE shifts ADD COLUMN is_float_counted INTEGER NOT NULL DEFAULT 0
    CHECK (is_float_counted IN (0, 1));
  -- The shift that handed its drawer over to this one.
  ALTER TABLE shifts ADD COLUMN taken_over_from TEXT REFERENCES shifts (id);
  UPDATE shifts SET number = (SELECT count(*) FROM shifts earlier WHERE earlier.rowid <= shifts.rowid);
  CREATE UNIQUE INDEX shifts_by_number ON shifts (number);
  CREATE UNIQUE INDEX shifts_open ON shifts (drawer) WHERE closed_at IS NULL;
  CREATE UNIQUE INDEX shifts_by_successor ON shifts (taken_over_from)
    WHERE taken_over_from IS NOT NULL;

  CREATE TABLE cash_movements (
    -- In the order in which they became known, whatever the clock said.
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- Null while no shift is open that could take it: the next one that opens does.
    shift_id TEXT REFERENCES shifts (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL
      CHECK (kind IN ('float', 'payment', 'cash-out', 'cancel', 'pay-in', 'pay-out', 'drawer')),
    tender TEXT NOT NULL,
    -- Signed: what comes into the drawer is positive.
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    intent_id TEXT REFERENCES intents (id),
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    approved_by TEXT REFERENCES cashiers (id),
    reason TEXT
  ) STRICT;
  CREATE INDEX cash_movements_by_shift ON cash_movements (shift_id, number);
  -- What moved for a payment moves once.
  CREATE UNIQUE INDEX cash_movements_by_intent ON cash_movements (intent_id)
    WHERE intent_id IS NOT NULL;
  CREATE TRIGGER cash_movements_stay BEFORE DELETE ON cash_movements
    BEGIN SELECT raise(ABORT, 'a movement is not deleted'); END;
  CREATE TRIGGER cash_movements_are_not_changed BEFORE UPDATE ON cash_movements
    WHEN OLD.shift_id IS NOT NULL
    BEGIN SELECT raise(ABORT, 'a movement is not changed'); END;

  INSERT INTO cash_movements (id, shift_id, at, kind, tender, amount, currency, intent_id, cashier_id)
    SELECT i.id, i.shift_id, coalesce(o.resolved_at, i.created_at), 'payment', 'cash', i.due,
      i.shop_currency, i.id, i.cashier_id
    FROM intents i JOIN outcomes o ON o.intent_id = i.id
    WHERE i.kind IN ('bill', 'top-up', 'gift-card') AND o.state IN ('paid', 'by-hand-paid')
    ORDER BY i.rowid;
  INSERT INTO cash_movements (id, shift_id, at, kind, tender, amount, currency, intent_id, cashier_id)
    SELECT i.id, i.shift_id, h.handed_at, i.kind, 'cash', '-' || i.due, i.shop_currency, i.id,
      h.handed_by
    FROM hand_overs h JOIN intents i ON i.id = h.intent_id
    WHERE h.handed_at IS NOT NULL AND h.handed_by IS NOT NULL ORDER BY i.rowid;

  -- Each count of a drawer, with what should have been in it at that moment.
  CREATE TABLE cash_counts (
    id TEXT PRIMARY KEY,
    shift_id TEXT NOT NULL REFERENCES shifts (id),
    number INTEGER NOT NULL CHECK (number > 0),
    at TEXT NOT NULL,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    approved_by TEXT REFERENCES cashiers (id),
    -- The last movement that was in the drawer when it was counted.
    last_movement INTEGER NOT NULL,
    -- JSON: for each currency what was counted, what was expected, and the pieces.
    counted TEXT NOT NULL,
    UNIQUE (shift_id, number)
  ) STRICT;

  CREATE TABLE z_reports (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    shift_id TEXT NOT NULL UNIQUE REFERENCES shifts (id),
    at TEXT NOT NULL,
    -- JSON: the report as data.
    report TEXT NOT NULL,
    -- JSON: its lines as they were laid on paper, for printing it again as it was.
    document TEXT NOT NULL,
    -- The job that printed it first; its bytes are kept there.
    print_job TEXT NOT NULL REFERENCES print_jobs (id)
  ) STRICT;
  CREATE TRIGGER z_reports_stay BEFORE DELETE ON z_reports
    BEGIN SELECT raise(ABORT, 'a Z report is not deleted'); END;
  CREATE TRIGGER z_reports_are_not_changed BEFORE UPDATE ON z_reports
    BEGIN SELECT raise(ABORT, 'a Z report is not changed'); END;

  -- What a paper says that belongs to no payment: JSON of its lines.
  ALTER TABLE print_jobs ADD COLUMN document TEXT;
`;
