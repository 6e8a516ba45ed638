-- The seal of each person's row: without it, whoever can write the closed ledger becomes an owner.

  -- HMAC-SHA-256 in hex, under a key derived from the data key, over id, name, role, PIN and whether
  -- the person is active; null in a ledger of an earlier version until its key is opened.
  ALTER TABLE cashiers ADD COLUMN seal TEXT;
