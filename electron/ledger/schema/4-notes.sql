-- Notes of cashiers on a payment. Times are ISO 8601 in UTC.

  CREATE TABLE payment_notes (
    id INTEGER PRIMARY KEY,
    intent_id TEXT NOT NULL REFERENCES intents (id),
    at TEXT NOT NULL,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    cashier_name TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX payment_notes_by_intent ON payment_notes (intent_id, id);
  CREATE TRIGGER notes_stay BEFORE DELETE ON payment_notes
    BEGIN SELECT raise(ABORT, 'a note is not deleted'); END;
  CREATE TRIGGER notes_are_not_changed BEFORE UPDATE ON payment_notes
    BEGIN SELECT raise(ABORT, 'a note is not changed'); END;
