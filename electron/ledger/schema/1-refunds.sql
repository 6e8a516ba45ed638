-- What the service later did with a paid payment: the fourth fact, besides the intent, its outcome
-- and its print jobs. The outcome is not changed. Times are ISO 8601 in UTC; amounts are decimal text
-- in `currency`, which is the shop's.

  -- The service gave it back, or never performed it, though it had said that it was paid. Written
  -- once, and never changed afterwards.
  CREATE TABLE refunds (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    found_at TEXT NOT NULL,
    -- Who found it: the till by itself, a cashier, the day's comparison, or the outcome itself.
    found_by TEXT NOT NULL CHECK (found_by IN ('watch', 'cashier', 'comparison', 'outcome')),
    -- The service's own word.
    service_status TEXT NOT NULL,
    -- Who is owed the money: the customer who paid, or the shop that handed out cash.
    owed_to TEXT NOT NULL CHECK (owed_to IN ('customer', 'shop')),
    -- Of a cash-out: its cash had been handed over by then.
    is_handed_over INTEGER NOT NULL CHECK (is_handed_over IN (0, 1)),
    amount TEXT NOT NULL,
    currency TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- How what was owed was settled: once, in the commit that moves its money.
  CREATE TABLE refund_settlements (
    intent_id TEXT PRIMARY KEY REFERENCES refunds (intent_id),
    how TEXT NOT NULL CHECK (how IN ('handed-back', 'taken-in', 'decided')),
    at TEXT NOT NULL,
    -- The shift in whose drawer it was, or that was open when it was decided; null if none was.
    shift_id TEXT REFERENCES shifts (id),
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    approved_by TEXT REFERENCES cashiers (id),
    reason TEXT,
    CHECK (how <> 'decided' OR (approved_by IS NOT NULL AND reason IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX refund_settlements_by_shift ON refund_settlements (shift_id);

  -- The refunds that are not settled. Kept by the triggers alone.
  CREATE TABLE owed_refunds (
    intent_id TEXT PRIMARY KEY REFERENCES refunds (intent_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER refund_is_owed AFTER INSERT ON refunds
    BEGIN
      INSERT INTO owed_refunds (intent_id) VALUES (NEW.intent_id);
      -- A cash-out that was given back before its cash was handed over is not handed over any more.
      DELETE FROM pending_hand_overs WHERE intent_id = NEW.intent_id;
    END;
  CREATE TRIGGER refund_is_settled AFTER INSERT ON refund_settlements
    BEGIN DELETE FROM owed_refunds WHERE intent_id = NEW.intent_id; END;
  CREATE TRIGGER refunds_stay BEFORE DELETE ON refunds
    BEGIN SELECT raise(ABORT, 'a refund is not deleted'); END;
  CREATE TRIGGER refunds_are_not_changed BEFORE UPDATE ON refunds
    BEGIN SELECT raise(ABORT, 'a refund is not changed'); END;
  CREATE TRIGGER settlements_stay BEFORE DELETE ON refund_settlements
    BEGIN SELECT raise(ABORT, 'a settlement is not deleted'); END;
  CREATE TRIGGER settlements_are_not_changed BEFORE UPDATE ON refund_settlements
    BEGIN SELECT raise(ABORT, 'a settlement is not changed'); END;

  -- The paid payments that the service may still give back, and when their rows are read next. A
  -- row goes once its payment's time has passed and its row was read after that.
  CREATE TABLE refund_watches (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    since TEXT NOT NULL,
    -- From then on the service has fulfilled it, or has given it back.
    ends_at TEXT NOT NULL,
    next_at TEXT NOT NULL,
    reads INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX refund_watches_due ON refund_watches (next_at);
  CREATE INDEX refund_watches_by_time ON refund_watches (since);
