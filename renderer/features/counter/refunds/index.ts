/**
 * What is owed because the service gave a payment back: to whom, how much, and settling it once.
 * electron/counter/refunds documents what each call promises. Amounts are in the shop's currency.
 */
export { OwedRefund } from './owed-refund.tsx';
