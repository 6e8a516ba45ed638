/**
 * The status line: the present state of the service, the printer, the catalogue and the shop's
 * account. The account endpoint is asked every 45 seconds, so that its light is never far out of
 * date; the last known account is kept in the ledger. Amounts are in the account's currency, times
 * in UTC.
 */
export { ANSWER_AGE_MS, serviceLight } from './light.ts';
export { createStatus, type Status, type StatusSettings } from './status.ts';
