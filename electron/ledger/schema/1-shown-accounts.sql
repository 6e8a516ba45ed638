-- Account numbers are stored without the literals of their biller's mask. `account_shown` is the
-- account with those literals at the time of the payment, for screen and paper; null if it equals the
-- number.
--
-- `account_plain` is the shown account in capitals without signs, for the search: indexed only if it
-- differs from the number, which is rare. One of the two blanks in it is U+00A0.

  ALTER TABLE intents ADD COLUMN account_shown TEXT;
  ALTER TABLE intents ADD COLUMN account_plain TEXT GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(upper(coalesce(account_shown, account_number)), ' ', ''), ' ', ''), '-', ''), '(', ''), ')', ''), '/', ''), '.', ''), ',', ''), '#', ''), '+', ''), '*', ''), ':', ''), '_', '')) VIRTUAL;
  CREATE INDEX intents_by_plain_account ON intents (account_plain, created_at)
    WHERE account_plain <> account_number;
  CREATE INDEX intents_by_plain_account_end ON intents (substr(account_plain, -4), created_at)
    WHERE account_plain <> account_number;
