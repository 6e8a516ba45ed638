/**
 * What a till asks at every start and for every line of its status, in a ledger of a million
 * payments: the few that it is about, without walking past all the others.
 */
export const MANY_PAYMENTS_MIGRATION = `
  CREATE INDEX print_jobs_to_do ON print_jobs (number) WHERE state IN ('waiting', 'printing');
  CREATE INDEX outcomes_not_performed ON outcomes (state) WHERE state = 'not-performed';

  -- Confirmed, and its money not known to be handed over. Kept by the triggers below alone.
  CREATE TABLE pending_hand_overs (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO pending_hand_overs (intent_id)
    SELECT i.id FROM intents i CROSS JOIN outcomes o ON o.intent_id = i.id
    WHERE i.kind IN ('cash-out', 'cancel') AND o.state IN ('paid', 'by-hand-paid')
      AND NOT EXISTS (SELECT 1 FROM hand_overs h
        WHERE h.intent_id = i.id AND h.handed_at IS NOT NULL);

  CREATE TRIGGER paid_when_made AFTER INSERT ON outcomes WHEN NEW.state IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO pending_hand_overs (intent_id)
        SELECT id FROM intents WHERE id = NEW.intent_id AND kind IN ('cash-out', 'cancel');
    END;
  CREATE TRIGGER paid_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND OLD.state NOT IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO pending_hand_overs (intent_id)
        SELECT id FROM intents WHERE id = NEW.intent_id AND kind IN ('cash-out', 'cancel');
    END;
  CREATE TRIGGER handed_over_at_once AFTER INSERT ON hand_overs WHEN NEW.handed_at IS NOT NULL
    BEGIN DELETE FROM pending_hand_overs WHERE intent_id = NEW.intent_id; END;
  CREATE TRIGGER handed_over_later AFTER UPDATE OF handed_at ON hand_overs
    WHEN NEW.handed_at IS NOT NULL
    BEGIN DELETE FROM pending_hand_overs WHERE intent_id = NEW.intent_id; END;
`;
