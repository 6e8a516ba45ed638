/**
 * The days of the daily file, further: whether the server may have a file without having said so,
 * what of it has left the till otherwise, and what turned out paid since it was made.
 */
export const DAYS_MIGRATION = `
  -- Since when it is not known whether the server took the file: its name was asked for, and the
  -- answer was lost. Null: it is known.
  ALTER TABLE reconciliation_days ADD COLUMN in_doubt_at TEXT;
  UPDATE reconciliation_days SET in_doubt_at = offered_at
    WHERE offered_at IS NOT NULL AND uploaded_at IS NULL;

  -- The file as it was when a copy of it was last saved elsewhere, before a server could have it.
  CREATE TABLE reconciliation_saved_files (
    day TEXT PRIMARY KEY REFERENCES reconciliation_days (day),
    made_at TEXT NOT NULL,
    lines INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    totals TEXT NOT NULL,
    left_out TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Ended days of which payments turned out paid, however late, and how many of them, since the
  -- day's file was last looked through. Kept by the trigger below.
  CREATE TABLE reconciliation_resolved_days (
    day TEXT PRIMARY KEY REFERENCES reconciliation_days (day),
    payments INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO reconciliation_resolved_days (day, payments)
    SELECT day, 1 FROM reconciliation_days WHERE made_at IS NOT NULL;
  CREATE INDEX reconciliation_days_until ON reconciliation_days (until_second);
  CREATE TRIGGER paid_of_an_ended_day AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND OLD.state NOT IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT INTO reconciliation_resolved_days (day, payments)
        SELECT d.day, 1
        FROM (SELECT coalesce(NEW.performed_second, (SELECT unixepoch(s.request_date) FROM sends s
            WHERE s.intent_id = NEW.intent_id AND s.number = 1)) AS second) AS paid
          CROSS JOIN reconciliation_days d
            ON d.until_second > paid.second AND d.since_second <= paid.second
        WHERE true
        ON CONFLICT (day) DO UPDATE SET payments = payments + 1;
    END;
`;
