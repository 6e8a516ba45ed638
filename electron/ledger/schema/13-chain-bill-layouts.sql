-- What the chain knows of the bar codes of bills, as its database had it last: one row, so that the
-- till knows it while that database is unreachable.

  CREATE TABLE chain_bill_layouts (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    -- The chain's mark of this content.
    revision TEXT NOT NULL,
    -- JSON, as in the settings.
    layouts TEXT NOT NULL,
    patterns TEXT NOT NULL
  ) STRICT;
