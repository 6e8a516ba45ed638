/**
 * The four payment types of the interface's table "Payment types", by what the cashier has to do:
 * - `full-balance`: the balance must be looked up, and the whole of it is paid;
 * - `balance-optional`: it may be looked up; any amount may be paid;
 * - `any-amount`: it cannot be looked up; any amount may be paid;
 * - `shop-covers`: it cannot be looked up, the customer may give any amount, and the shop answers
 *   for the whole bill.
 *
 * A biller of the DRP agreement takes any amount, also when it is down.
 */
export type PaymentType = 'full-balance' | 'balance-optional' | 'any-amount' | 'shop-covers';

export function getPaymentType(
  biller: { readonly canCheckBalance: boolean; readonly supportsPartialPayment: boolean },
  isDrp: boolean,
): PaymentType {
  if (biller.canCheckBalance) {
    return biller.supportsPartialPayment || isDrp ? 'balance-optional' : 'full-balance';
  }
  return biller.supportsPartialPayment ? 'any-amount' : 'shop-covers';
}
