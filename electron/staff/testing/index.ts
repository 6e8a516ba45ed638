/**
 * A cashier for the tests of other rooms, written straight into the ledger without the staff's
 * checks.
 */
export { putCashier } from '../queries.ts';
