import type { HistoryFilter } from '../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../shared/money/index.ts';
import { parseReceiptReference } from '../../../app/index.ts';
import { type Period, toDayRange } from '../../../components/index.ts';

/** The filter as typed. */
export interface HistoryFilterInput extends Period {
  readonly text: string;
  readonly state: NonNullable<HistoryFilter['state']> | '';
  readonly kind: NonNullable<HistoryFilter['kind']> | '';
  readonly cashierId: string;
  readonly amount: string;
}

export const EMPTY_HISTORY_FILTER: HistoryFilterInput = {
  text: '',
  period: 'today',
  day: '',
  state: '',
  kind: '',
  cashierId: '',
  amount: '',
};

/** After a scan: that receipt or bill on any day, without the earlier filter. */
export function createFilterFromScan(code: string): HistoryFilterInput {
  return { ...EMPTY_HISTORY_FILTER, text: parseReceiptReference(code) ?? code, period: 'all' };
}

/** The filter for main. An amount that cannot be read does not narrow the list. */
export function toHistoryFilter(
  wanted: HistoryFilterInput,
  shop: { readonly now: number; readonly timeZone: string; readonly locale: string },
): HistoryFilter {
  const amount = parseAmount(wanted.amount, '', shop.locale);
  const text = wanted.text.trim();
  return {
    ...toDayRange(wanted, shop),
    text: text === '' ? null : text,
    state: wanted.state === '' ? null : wanted.state,
    kind: wanted.kind === '' ? null : wanted.kind,
    cashierId: wanted.cashierId === '' ? null : wanted.cashierId,
    billerId: null,
    amount: amount.ok ? amount.value.amount : null,
  };
}
