/**
 * Baskets: several bills, top-ups and gift cards of one customer, with one tender and one change.
 * Implements the calls of `shared/contract/basket.ts`.
 *
 * Guarantees:
 * - Items and tender are one row, synced before the first item is sent. Each item is a payment of
 *   its own. Its intent is written just before it is sent, in one commit with the row that links it
 *   to its item number. An item without an intent was not sent.
 * - Items are sent one after the other. The next item is sent once the outcome of the previous one
 *   is certain, also if it was refused. After an unknown outcome, a problem, a lock or a restart,
 *   nothing more is sent until the basket's cashier presses F12 again.
 * - One item is one payment: its intent carries the id of its order, in whichever run of the
 *   program it is sent, and the ledger accepts each order id only once.
 * - The shares add up exactly to the cash (`basket-status.ts`, pure). The sum to give back is shown
 *   once no item is open.
 *
 * Amounts are in the shop's currency, except an item's `amount`. Problems: `basket`, `not-found`
 * (`basket`, `order`), and those of paying.
 *
 * Decisions that the interface leaves open:
 * - A draft basket is in memory, because no money is taken before F12. It expires 15 minutes
 *   after its last change, as an order does (`draft-baskets.ts`).
 * - When a cashier takes over a customer, the basket keeps its items and the first cashier's
 *   decisions about them; the next cashier counts the cash and presses F12 under their own name.
 * - An order that expired before it was sent, or that was prepared by an earlier run of the
 *   program, is prepared again. If its amount or fee then differs, or there is an earlier payment
 *   that the cashier has not decided on, nothing is sent and the cashier is informed
 *   (`basket-item-sender.ts`).
 * - An item's intent has no cash and no change: the basket has the tender. Its money is in the
 *   drawer once it is known to be paid, as for any payment.
 * - The drawer opens for the money to give back once no item is open, whatever the outcome of the
 *   last item (`drawer-for-change.ts`).
 * - The money of refused items and of items that were not sent is given back with the change; it
 *   was never part of the drawer's sum. If the service refunds a paid item later, or it is
 *   cancelled, that is settled as for any payment, and the basket's change stays as it is.
 * - Any cashier at the till may stop, leave or end a basket, because the customer is waiting. Only
 *   its own cashier sends more of it. Who stopped or left a basket is stored and audited.
 * - F12 does not send an item again that never left the till: it has its intent, and a row that
 *   records that it was not sent. Its money is counted with the items that were not sent.
 * - A restored backup may contain items that were paid since, and change that was handed out.
 *   Nothing more of its baskets is sent, and the screen says so (`restored_at`).
 * - The next number follows the highest in the ledger. A restored backup lacks the numbers assigned
 *   after it, and assigns them again. In a file exported before the restore, a number and its day
 *   together identify a basket.
 */
export { markBasketsRestored } from './basket-rows.ts';
export { createBasketParts } from './create-basket.ts';
export { openDrawerForChangeOfPaymentsBasket } from './drawer-for-change.ts';
