import type { HistoryFilter } from '../../../shared/contract/index.ts';
import { dayOf } from '../../../shared/dates/index.ts';
import { parseAmount } from '../../../shared/money/index.ts';

/** What the cashier has set, as it stands in the fields. */
export interface Wanted {
  readonly text: string;
  readonly period: 'today' | 'yesterday' | 'week' | 'all' | 'day';
  /** With the period `day`; may be empty while it is typed. */
  readonly day: string;
  readonly state: NonNullable<HistoryFilter['state']> | '';
  readonly kind: NonNullable<HistoryFilter['kind']> | '';
  readonly cashierId: string;
  readonly amount: string;
}

export const NOTHING_WANTED: Wanted = {
  text: '',
  period: 'today',
  day: '',
  state: '',
  kind: '',
  cashierId: '',
  amount: '',
};

const DAY = 24 * 60 * 60_000;

/** As main is asked. An amount that cannot be read narrows nothing. */
export function filterOf(
  wanted: Wanted,
  shop: { readonly now: number; readonly timeZone: string; readonly locale: string },
): HistoryFilter {
  const amount = parseAmount(wanted.amount, '', shop.locale);
  const text = wanted.text.trim();
  return {
    ...daysOf(wanted, shop),
    text: text === '' ? null : text,
    state: wanted.state === '' ? null : wanted.state,
    kind: wanted.kind === '' ? null : wanted.kind,
    cashierId: wanted.cashierId === '' ? null : wanted.cashierId,
    billerId: null,
    amount: amount.ok ? amount.value.amount : null,
  };
}

function daysOf(
  { period, day }: Wanted,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Pick<HistoryFilter, 'from' | 'to'> {
  const ago = (days: number): string => dayOf(now - days * DAY, timeZone);
  switch (period) {
    case 'today':
      return { from: ago(0), to: ago(0) };
    case 'yesterday':
      return { from: ago(1), to: ago(1) };
    case 'week':
      return { from: ago(6), to: ago(0) };
    case 'all':
      return { from: null, to: null };
    case 'day':
      return day === '' ? { from: null, to: null } : { from: day, to: day };
  }
}
