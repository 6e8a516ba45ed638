import type { ChainPayment, ChainSales, ChainSum } from '../../../../shared/contract/index.ts';
import { createMoney, type Money, sumByCurrency } from '../../../../shared/money/index.ts';
import { getStateTextKey, useMomentFormatter } from '../../../app/index.ts';
import { formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';

/** Every view gives up long before; this is what a person is told. */
export const MAX_WAIT_SECONDS = 15;

/** For a text that counts: which form it takes, and the figure as people write it. */
export type CountFormatter = (count: number) => { readonly count: number; readonly number: string };

export function useCountFormatter(): CountFormatter {
  const number = new Intl.NumberFormat(useLanguage());
  return (count) => ({ count, number: number.format(count) });
}

export function formatTillPlace(
  text: TextFunction,
  till: { readonly shop: string; readonly posNumber: string },
): string {
  return text('chain.place', { shop: till.shop, pos: till.posNumber });
}

const SALE_KINDS = ['bill', 'top-up', 'gift-card'] as const;

export interface SalesTotal {
  readonly count: number;
  /** What customers handed in, a sum for each currency, the largest count first. */
  readonly money: readonly Money[];
}

/** Bills, top-ups and gift cards; cash that went out and what was taken back stand by themselves. */
export function toSalesTotal(sums: readonly ChainSum[]): SalesTotal {
  const taken = sums.filter(({ kind }) => SALE_KINDS.some((one) => one === kind));
  const counts = new Map<string, number>();
  for (const { currency, count } of taken) {
    counts.set(currency, (counts.get(currency) ?? 0) + count);
  }
  const totals = sumByCurrency(taken.map(({ amount, currency }) => createMoney(amount, currency)));
  const order = [...totals.values()].sort(
    (a, b) => (counts.get(b.currency) ?? 0) - (counts.get(a.currency) ?? 0),
  );
  return { count: taken.reduce((sum, one) => sum + one.count, 0), money: order };
}

/** How long a bar is beside the longest: by money if all sold in one currency, by count otherwise. */
export function computeBarShares(sold: readonly SalesTotal[]): readonly number[] {
  const currencies = new Set(sold.flatMap((one) => one.money.map(({ currency }) => currency)));
  const sizes = sold.map((one) =>
    currencies.size > 1 ? one.count : Number(one.money[0]?.amount ?? 0),
  );
  const most = Math.max(0, ...sizes);
  return sizes.map((size) => (most === 0 ? 0 : Math.max(0, size / most)));
}

export function formatSums(sums: readonly Money[], locale: string): string {
  return sums.map((sum) => formatMoneyInSentence(sum, locale)).join(' + ');
}

/** What went out or is open beside what was sold. */
export function formatOtherCounts(
  text: TextFunction,
  counted: CountFormatter,
  sales: ChainSales,
): string[] {
  const countOf = (kind: ChainSum['kind']): number =>
    sales.sums.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.count, 0);
  const [cashOuts, cancels] = [countOf('cash-out'), countOf('cancel')];
  return [
    ...(cashOuts === 0 ? [] : [text('chain.cashOuts', counted(cashOuts))]),
    ...(cancels === 0 ? [] : [text('chain.cancels', counted(cancels))]),
    ...(sales.open === 0 ? [] : [text('chain.open', counted(sales.open))]),
  ];
}

/** As its till says it; the chain knows no more of one that is open. */
export function formatState(text: TextFunction, { kind, state }: ChainPayment): string {
  return text(state === 'open' ? 'chain.state.open' : getStateTextKey({ kind, state }));
}

/** A payment as a row of a list. */
export function usePaymentRows(payments: readonly ChainPayment[]) {
  const text = useText();
  const language = useLanguage();
  const moment = useMomentFormatter();
  return payments.map((payment) => ({
    id: payment.id,
    name: payment.billerName,
    detail: [
      moment(payment.createdAt),
      formatTillPlace(text, payment.till),
      text(`history.kind.${payment.kind}`),
      payment.account,
      formatState(text, payment),
    ].join(' · '),
    aside: formatMoneyInSentence(payment.amount, language),
  }));
}
