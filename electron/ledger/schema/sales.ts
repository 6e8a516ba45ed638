/**
 * SQL that converts decimal text to an integer of millionths, which SQLite sums exactly. Digits after
 * the sixth decimal are truncated: no currency has them.
 */
const toMillionthsSql = (text: string): string => `CAST(CASE instr(${text}, '.')
        WHEN 0 THEN ${text} || '000000'
        ELSE substr(${text}, 1, instr(${text}, '.') - 1)
          || substr(substr(${text}, instr(${text}, '.') + 1) || '000000', 1, 6)
      END AS INTEGER)`;

const COLUMNS = 'at, intent_id, what, kind, biller_id, cashier_id, currency, amount, fee, earned';

/** Columns for a sold payment `p` with its outcome `o`, or, with opposite signs, taken back at `at`. */
const toSalesRowSql = (entryKind: 'sold' | 'taken-back', at: string): string => {
  const sign = entryKind === 'sold' ? '' : '-';
  const fee = toMillionthsSql("coalesce(p.fee, '0')");
  return `${at}, p.id, '${entryKind}', p.kind, p.biller_id, p.cashier_id, p.shop_currency,
      ${sign}(${toMillionthsSql('p.due')} - ${fee}), ${sign}${fee}, ${sign}${toMillionthsSql('o.earned')}`;
};

const PAID_STATES_SQL = `('paid', 'by-hand-paid')`;

/** A payment that becomes paid is sold; if it is a cancel, the cancelled payment is taken back. */
const RECORD_SALE_SQL = `
      INSERT OR IGNORE INTO sales (${COLUMNS})
        SELECT ${toSalesRowSql('sold', 'p.created_at')}
        FROM intents p JOIN outcomes o ON o.intent_id = p.id
        WHERE p.id = NEW.intent_id AND p.kind <> 'cancel';
      INSERT OR IGNORE INTO sales (${COLUMNS})
        SELECT ${toSalesRowSql('taken-back', 'c.created_at')}
        FROM intents c JOIN intents p ON p.id = c.cancels JOIN outcomes o ON o.intent_id = p.id
        WHERE c.id = NEW.intent_id;`;

/**
 * Sales and cancelled sales, ordered by time, for the owner's sums: a day among a million payments is
 * a few adjacent pages. Only triggers write it, so that no commit that changes an outcome can omit
 * it. Times are ISO 8601 in UTC; amounts are integers of millionths of `currency`, the shop's.
 */
export const SALES_SCHEMA = `
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

  INSERT INTO sales (${COLUMNS})
    SELECT ${toSalesRowSql('sold', 'p.created_at')}
    FROM intents p JOIN outcomes o ON o.intent_id = p.id
    WHERE o.state IN ${PAID_STATES_SQL} AND p.kind <> 'cancel' ORDER BY p.created_at, p.id;
  INSERT OR IGNORE INTO sales (${COLUMNS})
    SELECT ${toSalesRowSql('taken-back', 'c.created_at')}
    FROM intents c JOIN outcomes co ON co.intent_id = c.id
      JOIN intents p ON p.id = c.cancels JOIN outcomes o ON o.intent_id = p.id
    WHERE co.state IN ${PAID_STATES_SQL};
  INSERT OR IGNORE INTO sales (${COLUMNS})
    SELECT ${toSalesRowSql('taken-back', 'r.found_at')}
    FROM refunds r JOIN intents p ON p.id = r.intent_id JOIN outcomes o ON o.intent_id = p.id;

  CREATE TRIGGER sold_when_made AFTER INSERT ON outcomes WHEN NEW.state IN ${PAID_STATES_SQL}
    BEGIN${RECORD_SALE_SQL}
    END;
  CREATE TRIGGER sold_later AFTER UPDATE OF state ON outcomes
    WHEN NEW.state IN ${PAID_STATES_SQL} AND OLD.state NOT IN ${PAID_STATES_SQL}
    BEGIN${RECORD_SALE_SQL}
    END;
  CREATE TRIGGER not_sold_after_all AFTER UPDATE OF state ON outcomes
    WHEN OLD.state IN ${PAID_STATES_SQL} AND NEW.state NOT IN ${PAID_STATES_SQL}
    BEGIN
      DELETE FROM sales WHERE intent_id = NEW.intent_id;
      DELETE FROM sales WHERE what = 'taken-back' AND (at, intent_id) IN (
        SELECT created_at, cancels FROM intents WHERE id = NEW.intent_id);
    END;
  CREATE TRIGGER sold_and_given_back AFTER INSERT ON refunds
    BEGIN
      INSERT OR IGNORE INTO sales (${COLUMNS})
        SELECT ${toSalesRowSql('taken-back', 'NEW.found_at')}
        FROM intents p JOIN outcomes o ON o.intent_id = p.id WHERE p.id = NEW.intent_id;
    END;
`;
