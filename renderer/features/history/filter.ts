import type { HistoryFilter } from '../../../shared/contract/index.ts';
import { parseAmount } from '../../../shared/money/index.ts';
import { referenceOf } from '../../app/index.ts';
import { daysOf, type Period } from '../../components/index.ts';

/** The filter as typed. */
export interface WantedPayments extends Period {
  readonly text: string;
  readonly state: NonNullable<HistoryFilter['state']> | '';
  readonly kind: NonNullable<HistoryFilter['kind']> | '';
  readonly cashierId: string;
  readonly amount: string;
}

export const NOTHING_WANTED: WantedPayments = {
  text: '',
  period: 'today',
  day: '',
  state: '',
  kind: '',
  cashierId: '',
  amount: '',
};

/** After a scan: that receipt or bill on any day, without the earlier filter. */
export function wantedByScan(code: string): WantedPayments {
  return { ...NOTHING_WANTED, text: referenceOf(code) ?? code, period: 'all' };
}

/** The filter for main. An amount that cannot be read does not narrow the list. */
export function filterOf(
  wanted: WantedPayments,
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
