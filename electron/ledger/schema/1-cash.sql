-- Shifts with a running number, every movement of cash in a drawer, and every count. Times are ISO
-- 8601 in UTC; amounts are decimal text with their currency beside them.

  CREATE TABLE shifts (
    id TEXT PRIMARY KEY,
    opened_at TEXT NOT NULL,
    opened_by TEXT NOT NULL REFERENCES cashiers (id),
    closed_at TEXT,
    closed_by TEXT REFERENCES cashiers (id),
    number INTEGER,
    -- Whose drawer it is: a cashier's id; empty where all cashiers share one.
    drawer TEXT NOT NULL DEFAULT '',
    is_float_counted INTEGER NOT NULL DEFAULT 0
      CHECK (is_float_counted IN (0, 1)),
    -- The shift that handed its drawer over to this one.
    taken_over_from TEXT REFERENCES shifts (id)
  ) STRICT;
  CREATE UNIQUE INDEX shifts_by_number ON shifts (number);
  -- At most one open shift for each drawer, and one successor for each shift.
  CREATE UNIQUE INDEX shifts_open ON shifts (drawer) WHERE closed_at IS NULL;
  CREATE UNIQUE INDEX shifts_by_successor ON shifts (taken_over_from)
    WHERE taken_over_from IS NOT NULL;

  -- What moved in a drawer: written in the commit that makes it so, and never changed.
  CREATE TABLE cash_movements (
    -- In the order in which they became known, whatever the clock said.
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- Null while no shift is open that could take it: the next one that opens does.
    shift_id TEXT REFERENCES shifts (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL
      CHECK (kind IN ('float', 'payment', 'cash-out', 'cancel', 'hand-back', 'take-in', 'pay-in',
        'pay-out', 'drawer')),
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
  -- What moved for a payment moves once; and once more where the service gave the payment back.
  CREATE UNIQUE INDEX cash_movements_by_intent ON cash_movements (intent_id, (kind IN ('hand-back', 'take-in')))
    WHERE intent_id IS NOT NULL;
  CREATE TRIGGER cash_movements_stay BEFORE DELETE ON cash_movements
    BEGIN SELECT raise(ABORT, 'a movement is not deleted'); END;
  CREATE TRIGGER cash_movements_are_not_changed BEFORE UPDATE ON cash_movements
    WHEN OLD.shift_id IS NOT NULL
    BEGIN SELECT raise(ABORT, 'a movement is not changed'); END;

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

  -- The report that closed a shift: numbered without gaps, never changed.
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
