/**
 * The history: every attempt to move money, found by day, cashier, state, kind, amount, and by
 * account, biller, external_id or authorization; what happened to one; its paper again; taking a
 * payment back; and all of it as a file. Days are the shop's; amounts are decimal strings.
 */
export { History } from './history.tsx';
