/**
 * Account numbers are kept without the literals of their biller's mask. How the account was shown
 * when it was paid stands beside it, for screen and paper; null: as the number itself.
 *
 * `account_plain` is the shown account in capitals without signs, for the search: indexed where it
 * is another text than the number, which is rare.
 */
const IGNORED_CHARACTERS = [' ', '\u00a0', '-', '(', ')', '/', '.', ',', '#', '+', '*', ':', '_'];
const PLAIN_ACCOUNT_SQL = IGNORED_CHARACTERS.reduce(
  (text, sign) => `replace(${text}, '${sign}', '')`,
  'upper(coalesce(account_shown, account_number))',
);

export const SHOWN_ACCOUNTS_SCHEMA = `
  ALTER TABLE intents ADD COLUMN account_shown TEXT;
  ALTER TABLE intents ADD COLUMN account_plain TEXT GENERATED ALWAYS AS (${PLAIN_ACCOUNT_SQL}) VIRTUAL;
  CREATE INDEX intents_by_plain_account ON intents (account_plain, created_at)
    WHERE account_plain <> account_number;
  CREATE INDEX intents_by_plain_account_end ON intents (substr(account_plain, -4), created_at)
    WHERE account_plain <> account_number;
`;
