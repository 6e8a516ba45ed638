/**
 * The status line: what the service, the printer, the catalogue and the shop's account look like
 * now. The account endpoint is asked every 45 seconds, so that a light tells the truth; the last
 * known account is kept in the ledger. Amounts are in the account's currency, times in UTC.
 */
export { ANSWER_AGE_MS, serviceLight } from './light.ts';
export { createStatus, type Status, type StatusSettings } from './status.ts';
