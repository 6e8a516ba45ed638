/**
 * Baskets: several bills, top-ups and gift cards of one customer, with one tender and one change.
 * Implements the calls of `shared/contract/basket.ts`.
 *
 * What it promises:
 * - Items and tender are one row, synced before the first item is sent. Each item is a payment of
 *   its own, whose intent is written in its own turn, in one commit with the link that says which
 *   item it is. An item without an intent was not sent.
 * - Items go one after the other; the next one's turn comes once the outcome of the one before is
 *   certain, also if it was refused. After an outcome that is not known, a problem, a lock or a
 *   restart nothing more is sent until its cashier presses F12 again.
 * - One item is one payment: its intent carries the id of its order, whichever run of the program
 *   sends it, and the ledger takes each id once.
 * - The shares add up to the cash to the coin (`basket-status.ts`, pure). What goes back is told once no
 *   item is open.
 *
 * Amounts are in the shop's currency, but for an item's `amount`. Problems: `basket`, `not-found`
 * (`basket`, `order`), and those of paying.
 *
 * Decisions where the interface was silent:
 * - A basket is collected in memory: until F12 no money was taken. It is given up 15 minutes after
 *   the last item was added, as an order is (`basket-collector.ts`).
 * - A customer who is taken over brings her basket: its items, and what the first cashier decided
 *   with her about them, stay; the next one counts the cash and presses F12 in her own name.
 * - An order that grew too old before its turn, or whose run of the program has ended, is made anew.
 *   If its amount or fee is another one then, or an earlier payment appears that the cashier has not
 *   decided on, nothing is sent and she is told (`basket-item-sender.ts`).
 * - An item's intent names no cash and no change: the basket has the tender. Its money is in the
 *   drawer once it is known to be paid, as any payment's is.
 * - The drawer opens for what goes back once no item is open, whatever became of the last one
 *   (`drawer-for-change.ts`).
 * - A refused item's money, and that of what was not sent, goes back with the change; nothing of it
 *   was ever in the drawer's sum. If the service gives a paid item back later, or it is cancelled,
 *   that is settled as for any payment, and the basket's change stays.
 * - Anybody at the till may stop, leave or end a basket: the customer stands there. Only its own
 *   cashier sends more of it. Who stopped or left one is kept and audited.
 * - What never left the till is not sent again by F12: it has its intent, and a row that says so. Its
 *   money is told with what was not sent.
 * - A restored backup may offer items that were paid since, and change that was handed out: nothing
 *   more of its baskets is sent, and the screen says so (`restored_at`).
 * - A number goes on from the highest in the ledger. A restored backup lacks those that were given
 *   after it, and gives them again: in an exported file of before, a number and its day name a basket.
 */
export { markBasketsRestored } from './basket-rows.ts';
export { createBasket } from './create-basket.ts';
export { openDrawerAfterOutcome } from './drawer-for-change.ts';
