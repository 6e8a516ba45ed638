/**
 * The second screen, which faces the customer: what is paid, the total, what was received, the change,
 * and how it ended. Implements the calls of `shared/contract/customer-screen.ts`.
 *
 * What it promises:
 * - The till's page only names what is in hand, by id. Every fact that is shown is read here, from the
 *   order, the payment or the basket; of the page's own there is only the cash as it is typed.
 * - Only what is in hand is shown: an order of the cashier who asks, a payment whose result nobody has
 *   seen yet, a basket that is not ended and comes from no backup. Whatever else is named takes away
 *   what was shown. A basket that the cashier looked up in a list is not named.
 * - An account is masked as on the receipt, and the view's schema refuses one that is not. Names,
 *   references, codes and papers are not in it at all.
 * - It is cleared when the customer in hand is finished, at a lock, a sign-in and a sign-out, when the
 *   till closes, and `CUSTOMER_SCREEN_TTL_MS` after the last change, unless a payment is on its way: how
 *   that ends is what its customer waits for.
 *
 * Amounts are in the shop's currency, but an item's `amount`, which is in its biller's. Times are
 * ISO 8601 in UTC, with the shop's zone beside them. Problems: none of its own; what is not in hand is
 * not a fault of the cashier's.
 *
 * Decisions: the customer's language is the shop's until the cashier switches it: to English, or from
 * English to the shop's (to the Spanish of its money, if the shop's is English). It is the shop's again
 * for the next customer. A cancel is between the shop and its supervisor, and is not shown. Training
 * and tests are marked, as on the till.
 */
export {
  type CustomerScreen,
  type CustomerScreenPorts,
  type CustomerWindowState,
  createCustomerScreen,
} from './customer-screen.ts';
