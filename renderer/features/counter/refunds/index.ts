/**
 * Owed refunds: to whom, how much, and settling each once. electron/counter/refunds documents what
 * each call guarantees. Amounts are in the shop's currency.
 */
export { OwedRefund } from './owed-refund.tsx';
