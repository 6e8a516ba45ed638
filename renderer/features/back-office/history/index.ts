/**
 * The history of every attempt to move money. It is searched by day, cashier, state, kind and
 * amount, and by account, biller, external_id or authorization. An entry shows what happened,
 * prints its paper again, and cancels a payment; the whole history can be saved as a file. Days are
 * the shop's; amounts are decimal strings.
 */
export { History } from './history.tsx';
