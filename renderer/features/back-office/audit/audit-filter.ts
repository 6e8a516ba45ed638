import type { AuditFilter } from '../../../../shared/contract/index.ts';
import { type PeriodSelection, toDayRange } from '../../../components/index.ts';

/** The filter as selected by the user. Empty strings mean "any". */
export interface AuditFilterInput extends PeriodSelection {
  readonly personId: string;
  readonly kind: string;
}

export const EMPTY_AUDIT_FILTER: AuditFilterInput = {
  period: 'all',
  day: '',
  personId: '',
  kind: '',
};

/** Converts the selected filter to the filter for main. */
export function toAuditFilter(
  input: AuditFilterInput,
  shop: { readonly now: number; readonly timeZone: string },
): AuditFilter {
  const { personId, kind } = input;
  return {
    ...toDayRange(input, shop),
    personId: personId === '' ? null : personId,
    kinds: kind === '' ? null : [kind],
  };
}
