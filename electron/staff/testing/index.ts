/** A cashier as the tests of other rooms need one: written as it is, whatever staff would say. */
export { putCashier } from '../queries.ts';
