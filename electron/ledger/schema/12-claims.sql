-- Claims: payments that a customer, a biller or the service disputes. Times are ISO 8601 in UTC.

  CREATE TABLE claims (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    id TEXT NOT NULL UNIQUE,
    intent_id TEXT NOT NULL REFERENCES intents (id),
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'rejected')),
    opened_at TEXT NOT NULL,
    -- A day of the shop's calendar.
    follow_up_on TEXT NOT NULL
  ) STRICT;
  -- At most one open claim for each payment.
  CREATE UNIQUE INDEX claims_open ON claims (intent_id) WHERE state = 'open';
  CREATE INDEX claims_by_intent ON claims (intent_id, number);
  CREATE TRIGGER claims_stay BEFORE DELETE ON claims
    BEGIN SELECT raise(ABORT, 'a claim is not deleted'); END;

  -- What was written about a claim: its opening, what happened since, and its end.
  CREATE TABLE claim_entries (
    id INTEGER PRIMARY KEY,
    claim_id TEXT NOT NULL REFERENCES claims (id),
    at TEXT NOT NULL,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    approved_by TEXT REFERENCES cashiers (id),
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'rejected')),
    note TEXT NOT NULL,
    follow_up_on TEXT NOT NULL
  ) STRICT;
  CREATE INDEX claim_entries_by_claim ON claim_entries (claim_id, id);
  CREATE TRIGGER claim_entries_stay BEFORE DELETE ON claim_entries
    BEGIN SELECT raise(ABORT, 'an entry of a claim is not deleted'); END;
  CREATE TRIGGER claim_entries_are_not_changed BEFORE UPDATE ON claim_entries
    BEGIN SELECT raise(ABORT, 'an entry of a claim is not changed'); END;
