/**
 * The place `pay`: one payment of any kind, from the account number to the receipt. Its rooms:
 * `flow` (the pure reducer, its effects and its store), `form` (the steps in which one asks and
 * types) and `result` (how a payment stands, shared by all who show one). Problems come from main
 * as values.
 *
 * Where shifts are required and none is open, that is said before the first field (`pay.tsx`): what
 * has been typed is never lost over opening one. Main asks again when an order is prepared and when
 * it is paid.
 */
export { Pay } from './pay.tsx';
