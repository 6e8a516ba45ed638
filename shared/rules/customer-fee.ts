import { createMoney, isNegative, isSameCurrency, isZero, type Money } from '../money/index.ts';

/** The source of the fee that the customer pays on top: fixed per kind of biller, or the service. */
export type FeeRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'service' }
  | {
      readonly kind: 'fixed';
      readonly utility: string;
      readonly 'top-up': string;
      readonly 'gift-card': string;
      readonly partner: string;
    };

/**
 * The shop's fee: on top of the amount, in the shop's currency; null if there is none. `serviceFee` is
 * the fee that a consult returned. If the fee comes from the service, the till consults every biller
 * that supports it, so that the fee does not depend on what the cashier did before.
 */
export function computeCustomerFee(
  rule: FeeRule,
  billerKind: Exclude<keyof Extract<FeeRule, { kind: 'fixed' }>, 'kind'>,
  serviceFee: Money | null,
  shopCurrency: string,
): Money | null {
  const fee = getFee();
  if (fee === null || !isSameCurrency(fee.currency, shopCurrency)) return null;
  return isZero(fee) || isNegative(fee) ? null : fee;

  function getFee(): Money | null {
    switch (rule.kind) {
      case 'none':
        return null;
      case 'service':
        return serviceFee;
      case 'fixed':
        return createMoney(rule[billerKind], shopCurrency);
    }
  }
}
