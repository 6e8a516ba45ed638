-- Gift cards that were sold and whose code did not come, until a person closes them: the few that
-- every line of the status asks about. Kept by the triggers and by the person alone. A card that the
-- service gave back is among the refunds.

  CREATE TABLE missing_codes (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER code_missing_when_made AFTER INSERT ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND NEW.ticket_text IS NULL
    BEGIN
      INSERT OR IGNORE INTO missing_codes (intent_id)
        SELECT id FROM intents WHERE id = NEW.intent_id AND kind = 'gift-card';
    END;
  CREATE TRIGGER code_missing_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND OLD.state NOT IN ('paid', 'by-hand-paid')
      AND NEW.ticket_text IS NULL
    BEGIN
      INSERT OR IGNORE INTO missing_codes (intent_id)
        SELECT id FROM intents WHERE id = NEW.intent_id AND kind = 'gift-card';
    END;
  CREATE TRIGGER code_not_missed_after_refund AFTER INSERT ON refunds
    BEGIN DELETE FROM missing_codes WHERE intent_id = NEW.intent_id; END;
