import type {
  ChainPayment,
  ChainSales,
  ChainSum,
  PaymentKind,
} from '../../../../shared/contract/index.ts';
import { createMoney, type Money, sumByCurrency } from '../../../../shared/money/index.ts';
import { formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, useLanguage } from '../../../i18n/index.ts';

/** The maximum wait that the loading indicator shows. Every query times out well before it. */
export const MAX_CHAIN_WAIT_SECONDS = 15;

/**
 * Returns the parameters of a text with a count: the number that selects the plural form, and the
 * number formatted in the user's language.
 */
export type CountFormatter = (count: number) => { readonly count: number; readonly number: string };

export function useCountFormatter(): CountFormatter {
  const number = new Intl.NumberFormat(useLanguage());
  return (count) => ({ count, number: number.format(count) });
}

export function formatShopAndPos(
  text: TextFunction,
  till: { readonly shop: string; readonly posNumber: string },
): string {
  return text('chain.place', { shop: till.shop, pos: till.posNumber });
}

const SALE_KINDS = ['bill', 'top-up', 'gift-card'] as const;

export interface SalesTotal {
  readonly count: number;
  /**
   * The amounts that customers paid, one sum per currency, ordered by payment count, largest first.
   */
  readonly money: readonly Money[];
}

/**
 * Sums bills, top-ups and gift cards. Cash-outs and cancels are excluded; they are shown
 * separately.
 */
export function toSalesTotal(sums: readonly ChainSum[]): SalesTotal {
  const saleSums = sums.filter(({ kind }) => SALE_KINDS.some((saleKind) => saleKind === kind));
  const counts = new Map<string, number>();
  for (const { currency, count } of saleSums) {
    counts.set(currency, (counts.get(currency) ?? 0) + count);
  }
  const totals = sumByCurrency(
    saleSums.map(({ amount, currency }) => createMoney(amount, currency)),
  );
  const sortedTotals = [...totals.values()].sort(
    (a, b) => (counts.get(b.currency) ?? 0) - (counts.get(a.currency) ?? 0),
  );
  return {
    count: saleSums.reduce((sum, chainSum) => sum + chainSum.count, 0),
    money: sortedTotals,
  };
}

/**
 * Returns each bar's length relative to the longest, 0 to 1: by amount if all sales are in one
 * currency, by count otherwise.
 */
export function computeRelativeBarLengths(totals: readonly SalesTotal[]): readonly number[] {
  const currencies = new Set(
    totals.flatMap((total) => total.money.map(({ currency }) => currency)),
  );
  const sizes = totals.map((total) =>
    currencies.size > 1 ? total.count : Number(total.money[0]?.amount ?? 0),
  );
  const maxSize = Math.max(0, ...sizes);
  return sizes.map((size) => (maxSize === 0 ? 0 : Math.max(0, size / maxSize)));
}

/** Returns the texts for cash-outs, cancels and open payments, which the sales total excludes. */
export function formatCountsExcludedFromSales(
  text: TextFunction,
  formatCount: CountFormatter,
  sales: ChainSales,
): string[] {
  const getCount = (kind: ChainSum['kind']): number =>
    sales.sums
      .filter((chainSum) => chainSum.kind === kind)
      .reduce((sum, chainSum) => sum + chainSum.count, 0);
  const [cashOuts, cancels] = [getCount('cash-out'), getCount('cancel')];
  return [
    ...(cashOuts === 0 ? [] : [text('chain.cashOuts', formatCount(cashOuts))]),
    ...(cancels === 0 ? [] : [text('chain.cancels', formatCount(cancels))]),
    ...(sales.open === 0 ? [] : [text('chain.open', formatCount(sales.open))]),
  ];
}

/** Returns money with a sign if a payment of this kind hands it to the customer. */
export function formatSignedMoney(
  text: TextFunction,
  language: string,
  { kind, money }: { readonly kind: PaymentKind; readonly money: Money },
): string {
  const amount = formatMoneyInSentence(money, language);
  return kind === 'cash-out' || kind === 'cancel' ? text('history.moneyOut', { amount }) : amount;
}

/**
 * Returns the total that the customer knows. The chain is not told whether the cash of a performed
 * cash-out was handed over: it counts as handed over.
 */
export function formatPaymentTotal(
  text: TextFunction,
  language: string,
  { kind, state, due }: ChainPayment,
): string {
  return state === 'paid' || state === 'by-hand-paid'
    ? formatSignedMoney(text, language, { kind, money: due })
    : formatMoneyInSentence(due, language);
}
