/**
 * The four payment types of the interface's table "Payment types":
 * - `full-balance`: the balance must be consulted, and is paid in full;
 * - `balance-optional`: it may be consulted; any amount may be paid;
 * - `any-amount`: it cannot be consulted; any amount may be paid;
 * - `shop-covers`: it cannot be consulted; the customer may pay any amount, and the shop is liable for
 *   the whole bill.
 *
 * A DRP biller accepts any amount, also while it is unavailable.
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
