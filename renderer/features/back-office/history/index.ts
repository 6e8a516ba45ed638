/**
 * The history of every payment attempt, searchable by day, cashier, state, kind and amount, and by
 * account, biller, external_id or authorization. An entry shows its events, reprints its paper, and
 * cancels its payment. The whole history can be exported as a file. Days are in the shop's time
 * zone; amounts are decimal strings.
 */
export { HistoryPage } from './history.tsx';
