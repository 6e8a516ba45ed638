/**
 * The route `pay`: one payment of any kind, from the account number to the receipt. Its folders are
 * `flow` (the pure reducer, its effects and its store), `form` (the steps in which the cashier
 * enters data) and `result` (the steps from F12 on). Main returns problems as values.
 *
 * If shifts are required and none is open, the screen reports it before the first field
 * (`pay-start.ts`), so that opening one never loses typed data. Main checks again when an order is
 * prepared and when it is paid.
 */
export { PayPage } from './pay.tsx';
