/**
 * The changes that this till sends to its chain. A change refers to a row and does not contain it: the
 * row is read when it is sent, because outcomes change. The tables are in every ledger; the triggers
 * that write the changes exist only if a chain is configured (`chain-triggers.ts`). Times are ISO
 * 8601 in UTC.
 */
export const CHAIN_SCHEMA = `
  -- Numbered without reuse: the newest row is never deleted, only those that the chain has long had.
  CREATE TABLE chain_changes (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    kind TEXT NOT NULL CHECK (kind IN ('payment', 'shift', 'z-report', 'refund')),
    key TEXT NOT NULL,
    -- By chance, and so another one in a ledger that went back and came to the same number again.
    mark TEXT NOT NULL DEFAULT (lower(hex(randomblob(16))))
  ) STRICT;

  CREATE TABLE chain_state (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    -- Names the numbering: another one begins wherever the changes do not follow those before.
    epoch_key TEXT NOT NULL,
    -- The last change that the chain said it has, and when it said so.
    acked INTEGER NOT NULL,
    acked_at TEXT,
    -- Payments made before this one are still to be named, the newest first; null: all are.
    list_before_at TEXT,
    list_before_id TEXT
  ) STRICT;

  -- Between the daily files of this till and those of the chain, which hold every till. Business days.
  CREATE TABLE reconciliation_handover (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    -- The day on which this till was last told to upload no longer.
    stopped_on TEXT,
    -- The day on which it last left a chain.
    left_on TEXT,
    -- The first day whose file the chain makes; null without a chain, and until it is known.
    chain_from TEXT
  ) STRICT;
`;

const INSERT_CHANGE_SQL = 'INSERT INTO chain_changes (kind, key) VALUES';

/** The triggers by name, in the order of their creation. */
export const CHAIN_TRIGGERS: Readonly<Record<string, string>> = {
  chain_notes_payment: `AFTER INSERT ON outcomes
    BEGIN ${INSERT_CHANGE_SQL} ('payment', NEW.intent_id); END`,
  chain_notes_outcome: `AFTER UPDATE ON outcomes
    WHEN (NEW.state, NEW.code, NEW.authorization, NEW.transaction_created_at)
      IS NOT (OLD.state, OLD.code, OLD.authorization, OLD.transaction_created_at)
    BEGIN ${INSERT_CHANGE_SQL} ('payment', NEW.intent_id); END`,
  chain_notes_shift: `AFTER INSERT ON shifts
    BEGIN ${INSERT_CHANGE_SQL} ('shift', NEW.id); END`,
  chain_notes_shift_change: `AFTER UPDATE ON shifts
    WHEN (NEW.closed_at, NEW.is_float_counted) IS NOT (OLD.closed_at, OLD.is_float_counted)
    BEGIN ${INSERT_CHANGE_SQL} ('shift', NEW.id); END`,
  chain_notes_z_report: `AFTER INSERT ON z_reports
    BEGIN ${INSERT_CHANGE_SQL} ('z-report', NEW.number); END`,
  chain_notes_refund: `AFTER INSERT ON refunds
    BEGIN ${INSERT_CHANGE_SQL} ('refund', NEW.intent_id); END`,
  chain_notes_settlement: `AFTER INSERT ON refund_settlements
    BEGIN ${INSERT_CHANGE_SQL} ('refund', NEW.intent_id); END`,
};

/** The statements that create the triggers. */
export const CREATE_CHAIN_TRIGGERS: readonly string[] = Object.entries(CHAIN_TRIGGERS).map(
  ([name, definition]) => `CREATE TRIGGER ${name} ${definition}`,
);
