import type { HistoryFilter } from '../../../../shared/contract/index.ts';
import { parseAmount } from '../../../../shared/money/index.ts';
import { parseReceiptReference } from '../../../app/index.ts';
import { type PeriodSelection, toDayRange } from '../../../components/index.ts';

/** The filter as typed. Empty strings mean "any". */
export interface HistoryFilterInput extends PeriodSelection {
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

/** Returns a filter for a scanned receipt or bill on any day, which replaces the current filter. */
export function createHistoryFilterFromScan(code: string): HistoryFilterInput {
  return { ...EMPTY_HISTORY_FILTER, text: parseReceiptReference(code) ?? code, period: 'all' };
}

/** Converts the typed filter to the filter for main. An invalid amount does not narrow the list. */
export function toHistoryFilter(
  input: HistoryFilterInput,
  shop: { readonly now: number; readonly timeZone: string; readonly locale: string },
): HistoryFilter {
  const amount = parseAmount(input.amount, '', shop.locale);
  const text = input.text.trim();
  return {
    ...toDayRange(input, shop),
    text: text === '' ? null : text,
    state: input.state === '' ? null : input.state,
    kind: input.kind === '' ? null : input.kind,
    cashierId: input.cashierId === '' ? null : input.cashierId,
    billerId: null,
    amount: amount.ok ? amount.value.amount : null,
  };
}
