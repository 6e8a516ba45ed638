import type { AuditFilter } from '../../../../shared/contract/index.ts';
import { type Period, toDayRange } from '../../../components/index.ts';

/** The filter as typed. */
export interface AuditFilterInput extends Period {
  readonly personId: string;
  readonly kind: string;
}

export const EMPTY_AUDIT_FILTER: AuditFilterInput = {
  period: 'all',
  day: '',
  personId: '',
  kind: '',
};

/** The filter for main. */
export function toAuditFilter(
  wanted: AuditFilterInput,
  shop: { readonly now: number; readonly timeZone: string },
): AuditFilter {
  const { personId, kind } = wanted;
  return {
    ...toDayRange(wanted, shop),
    personId: personId === '' ? null : personId,
    kind: kind === '' ? null : kind,
  };
}
