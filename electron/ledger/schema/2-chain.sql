-- The changes that this till sends to its chain. A change refers to a row and does not contain it: the
-- row is read when it is sent, because outcomes change. The tables are in every ledger; the triggers
-- that write the changes exist only if a chain is configured (`chain-triggers.ts`). Times are ISO
-- 8601 in UTC.

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
