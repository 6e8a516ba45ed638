/**
 * The place `pay`: one payment of any kind, from the account number to the receipt. Its rooms:
 * `flow` (the pure reducer, its effects and its store), `form` (the steps in which one asks and
 * types) and `result` (how a payment stands, shared by all who show one). Problems come from main
 * as values.
 */
export { Pay } from './pay.tsx';
