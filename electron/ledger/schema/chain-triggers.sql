CREATE TRIGGER chain_notes_payment AFTER INSERT ON outcomes
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('payment', NEW.intent_id); END;

CREATE TRIGGER chain_notes_outcome AFTER UPDATE ON outcomes
    WHEN (NEW.state, NEW.code, NEW.authorization, NEW.transaction_created_at)
      IS NOT (OLD.state, OLD.code, OLD.authorization, OLD.transaction_created_at)
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('payment', NEW.intent_id); END;

CREATE TRIGGER chain_notes_shift AFTER INSERT ON shifts
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('shift', NEW.id); END;

CREATE TRIGGER chain_notes_shift_change AFTER UPDATE ON shifts
    WHEN (NEW.closed_at, NEW.is_float_counted) IS NOT (OLD.closed_at, OLD.is_float_counted)
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('shift', NEW.id); END;

CREATE TRIGGER chain_notes_z_report AFTER INSERT ON z_reports
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('z-report', NEW.number); END;

CREATE TRIGGER chain_notes_refund AFTER INSERT ON refunds
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('refund', NEW.intent_id); END;

CREATE TRIGGER chain_notes_settlement AFTER INSERT ON refund_settlements
    BEGIN INSERT INTO chain_changes (kind, key) VALUES ('refund', NEW.intent_id); END;
