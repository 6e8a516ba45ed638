import { createMoney, isNegative, isSameCurrency, isZero, type Money } from '../money/index.ts';

/** Who says what the customer pays on top: the owner, per kind of biller, or the service. */
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
 * The shop's fee: on top, in the shop's currency, never part of the amount; null if there is none.
 * `named`: the fee of the service's look-up. The till always looks it up where a biller can be
 * looked up and the fee is the service's, so that a biller has the same fee whatever the cashier
 * did before.
 */
export function computeCustomerFee(
  rule: FeeRule,
  billerKind: Exclude<keyof Extract<FeeRule, { kind: 'fixed' }>, 'kind'>,
  named: Money | null,
  shopCurrency: string,
): Money | null {
  const value = feeOf();
  if (value === null || !isSameCurrency(value.currency, shopCurrency)) return null;
  return isZero(value) || isNegative(value) ? null : value;

  function feeOf(): Money | null {
    switch (rule.kind) {
      case 'none':
        return null;
      case 'service':
        return named;
      case 'fixed':
        return createMoney(rule[billerKind], shopCurrency);
    }
  }
}
