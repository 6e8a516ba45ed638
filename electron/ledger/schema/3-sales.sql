-- Sales and cancelled sales, ordered by time, for the owner's sums: a day among a million payments is
-- a few adjacent pages. Only triggers write it, so that no commit that changes an outcome can omit
-- it. Times are ISO 8601 in UTC; amounts are integers of millionths of `currency`, the shop's.
--
-- The conversion of decimal text to millionths is written out wherever it is needed: SQLite sums
-- integers exactly. Digits after the sixth decimal are left out; no currency has them.

  -- What the service told that the shop earns with it, in the shop's currency; null where it told
  -- nothing, or in another currency.
  ALTER TABLE outcomes ADD COLUMN earned TEXT;

  CREATE TABLE sales (
    -- When it was sold, or taken back.
    at TEXT NOT NULL,
    intent_id TEXT NOT NULL REFERENCES intents (id),
    what TEXT NOT NULL CHECK (what IN ('sold', 'taken-back')),
    kind TEXT NOT NULL,
    biller_id INTEGER NOT NULL,
    -- Who sold it, also where another one took it back.
    cashier_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- Without the fee; of what was taken back negative, as the other two.
    amount INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    earned INTEGER,
    PRIMARY KEY (at, intent_id, what)
  ) STRICT, WITHOUT ROWID;
  -- A payment is taken back once: by a cancel of ours, or by the service.
  CREATE UNIQUE INDEX sales_taken_back ON sales (intent_id) WHERE what = 'taken-back';

  INSERT INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
    SELECT p.created_at, p.id, 'sold', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      (CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
    FROM intents p JOIN outcomes o ON o.intent_id = p.id
    WHERE o.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel' ORDER BY p.created_at, p.id;
  INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
    SELECT c.created_at, p.id, 'taken-back', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      -(CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), -CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), -CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
    FROM intents c JOIN outcomes co ON co.intent_id = c.id
      JOIN intents p ON p.id = c.cancels JOIN outcomes o ON o.intent_id = p.id
    WHERE co.state IN ('paid', 'by-hand-paid');
  INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
    SELECT r.found_at, p.id, 'taken-back', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      -(CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), -CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), -CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
    FROM refunds r JOIN intents p ON p.id = r.intent_id JOIN outcomes o ON o.intent_id = p.id;

  CREATE TRIGGER sold_when_made AFTER INSERT ON outcomes WHEN NEW.state IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
        SELECT p.created_at, p.id, 'sold', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      (CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
        FROM intents p JOIN outcomes o ON o.intent_id = p.id
        WHERE p.id = NEW.intent_id AND p.kind <> 'cancel';
      INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
        SELECT c.created_at, p.id, 'taken-back', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      -(CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), -CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), -CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
        FROM intents c JOIN intents p ON p.id = c.cancels JOIN outcomes o ON o.intent_id = p.id
        WHERE c.id = NEW.intent_id;
    END;
  CREATE TRIGGER sold_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ('paid', 'by-hand-paid') AND OLD.state NOT IN ('paid', 'by-hand-paid')
    BEGIN
      INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
        SELECT p.created_at, p.id, 'sold', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      (CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
        FROM intents p JOIN outcomes o ON o.intent_id = p.id
        WHERE p.id = NEW.intent_id AND p.kind <> 'cancel';
      INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
        SELECT c.created_at, p.id, 'taken-back', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      -(CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), -CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), -CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
        FROM intents c JOIN intents p ON p.id = c.cancels JOIN outcomes o ON o.intent_id = p.id
        WHERE c.id = NEW.intent_id;
    END;
  CREATE TRIGGER not_sold_after_all AFTER UPDATE OF state ON outcomes
    WHEN OLD.state IN ('paid', 'by-hand-paid') AND NEW.state NOT IN ('paid', 'by-hand-paid')
    BEGIN
      DELETE FROM sales WHERE intent_id = NEW.intent_id;
      DELETE FROM sales WHERE what = 'taken-back' AND (at, intent_id) IN (
        SELECT created_at, cancels FROM intents WHERE id = NEW.intent_id);
    END;
  CREATE TRIGGER sold_and_given_back AFTER INSERT ON refunds
    BEGIN
      INSERT OR IGNORE INTO sales (at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned)
        SELECT NEW.found_at, p.id, 'taken-back', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      -(CAST(CASE instr(p.due, '.')
        WHEN 0 THEN p.due || '000000'
        ELSE substr(p.due, 1, instr(p.due, '.') - 1)
          || substr(substr(p.due, instr(p.due, '.') + 1) || '000000', 1, 6)
      END AS INTEGER) - CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER)), -CAST(CASE instr(coalesce(p.fee, '0'), '.')
        WHEN 0 THEN coalesce(p.fee, '0') || '000000'
        ELSE substr(coalesce(p.fee, '0'), 1, instr(coalesce(p.fee, '0'), '.') - 1)
          || substr(substr(coalesce(p.fee, '0'), instr(coalesce(p.fee, '0'), '.') + 1) || '000000', 1, 6)
      END AS INTEGER), -CAST(CASE instr(o.earned, '.')
        WHEN 0 THEN o.earned || '000000'
        ELSE substr(o.earned, 1, instr(o.earned, '.') - 1)
          || substr(substr(o.earned, instr(o.earned, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)
        FROM intents p JOIN outcomes o ON o.intent_id = p.id WHERE p.id = NEW.intent_id;
    END;
