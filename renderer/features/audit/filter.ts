import type { AuditFilter } from '../../../shared/contract/index.ts';
import { daysOf, type Period } from '../../components/index.ts';

/** The filter as typed. */
export interface WantedEntries extends Period {
  readonly personId: string;
  readonly kind: string;
}

export const NOTHING_WANTED: WantedEntries = { period: 'all', day: '', personId: '', kind: '' };

/** The filter for main. */
export function filterOf(
  wanted: WantedEntries,
  shop: { readonly now: number; readonly timeZone: string },
): AuditFilter {
  const { personId, kind } = wanted;
  return {
    ...daysOf(wanted, shop),
    personId: personId === '' ? null : personId,
    kind: kind === '' ? null : kind,
  };
}
