-- Several payments of one customer with one tender. A basket records the amount due and the tender;
-- the outcome of an item is only in its payment, and an item without a payment was not sent. Amounts
-- are decimal text in `shop_currency`; times are ISO 8601 in UTC. A `number` identifies one basket in
-- this ledger; after a restore, numbers assigned since the backup are assigned again.

  -- One row, synced before the first item is sent. What was decided never changes.
  CREATE TABLE baskets (
    id TEXT PRIMARY KEY,
    -- Counted from 1: what people and files call it.
    number INTEGER NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    cashier_id TEXT NOT NULL REFERENCES cashiers (id),
    cashier_name TEXT NOT NULL,
    shift_id TEXT NOT NULL REFERENCES shifts (id),
    -- JSON: each item in its order, with the id of the order that its intent will carry.
    items TEXT NOT NULL,
    due TEXT NOT NULL,
    cash TEXT NOT NULL,
    shop_currency TEXT NOT NULL,
    -- The cashier decided that nothing more of it is sent.
    stopped_at TEXT,
    stopped_by TEXT REFERENCES cashiers (id),
    -- She left it while an outcome was not known: it does not call her back by itself.
    left_at TEXT,
    left_by TEXT REFERENCES cashiers (id),
    -- It was not finished in a backup that was restored: this ledger does not know what came after.
    restored_at TEXT,
    -- Its change was told, and the customer has gone.
    ended_at TEXT,
    ended_by TEXT REFERENCES cashiers (id)
  ) STRICT;
  CREATE INDEX baskets_open ON baskets (created_at) WHERE ended_at IS NULL;
  CREATE TRIGGER baskets_stay BEFORE DELETE ON baskets
    BEGIN SELECT raise(ABORT, 'a basket is not deleted'); END;
  CREATE TRIGGER baskets_are_not_changed
    BEFORE UPDATE OF id, number, created_at, cashier_id, cashier_name, shift_id, items, due, cash, shop_currency
    ON baskets
    BEGIN SELECT raise(ABORT, 'a basket is not changed'); END;

  -- Which payment an item became: written with its intent, in its own turn.
  CREATE TABLE basket_payments (
    intent_id TEXT PRIMARY KEY REFERENCES intents (id),
    basket_id TEXT NOT NULL REFERENCES baskets (id),
    number INTEGER NOT NULL CHECK (number > 0),
    UNIQUE (basket_id, number)
  ) STRICT, WITHOUT ROWID;
