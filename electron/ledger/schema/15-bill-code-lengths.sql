-- The lengths of the parts of a code that a collector's bills (by its GLN) are known to have, from teaching or
-- because a cashier compared a code with the paper: a code with another length may have lost digits.

  CREATE TABLE bill_code_lengths (
    gln TEXT NOT NULL,
    -- reference: the one in which the account stands. amount: its digits, with the zeros before it.
    part TEXT NOT NULL CHECK (part IN ('reference', 'amount')),
    length INTEGER NOT NULL,
    PRIMARY KEY (gln, part, length)
  ) STRICT, WITHOUT ROWID;
