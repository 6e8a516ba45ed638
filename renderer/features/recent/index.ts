/**
 * The last receipts of this till, pulled down again on the tape, with a copy where it is wanted.
 * Nothing here can pay. Amounts in the biller's currency; times in the shop's zone.
 */
export { Recent } from './recent.tsx';
