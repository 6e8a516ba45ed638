/**
 * The second screen, which faces the customer: the items, the total, the cash received, the change and
 * the outcome. Implements the calls of `shared/contract/customer-screen.ts`.
 *
 * What it promises:
 * - The till's page only sends the id of the current sale. Every displayed fact is read here, from the
 *   order, the payment or the basket; only the typed cash comes from the page.
 * - Only the current sale is displayed: an order of the requesting cashier, a payment whose result has
 *   not been seen yet, a basket that is not ended and not restored from a backup. Any other id clears
 *   the screen. The page does not send baskets that the cashier opened from a list.
 * - Over it, the code of a receipt that the cashier opens for the customer, also from the history, until
 *   it is closed or the next customer begins. The code holds the service's text of the receipt.
 * - An account is masked as on the receipt, and the view's schema refuses an unmasked one. The view
 *   contains no customer names, references, codes or papers.
 * - The screen is cleared when the current customer is finished, at a lock, a sign-in and a sign-out,
 *   when the till closes, and `CUSTOMER_SCREEN_TTL_MS` after the last change, unless a payment is being
 *   sent, because the customer still needs its outcome.
 *
 * Amounts are in the shop's currency, except an item's `amount`, which is in its biller's. Times are
 * ISO 8601 in UTC, with the shop's time zone in the view. Problems: none; an id that is not the current
 * sale is not an error of the cashier.
 *
 * Decisions: the customer's language is the shop's until the cashier switches it: to English, or from
 * English to the shop's (to the Spanish of its currency, if the shop's is English). It is reset to the
 * shop's for the next customer. A cancel concerns the shop and its supervisor, and is not displayed.
 * Training and test environments are marked, as on the till.
 */
export {
  type CustomerScreen,
  type CustomerScreenPorts,
  type CustomerWindowState,
  createCustomerScreen,
} from './customer-screen.ts';
