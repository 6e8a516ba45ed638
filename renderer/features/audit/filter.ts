import type { AuditFilter } from '../../../shared/contract/index.ts';
import { daysOf, type Period } from '../../components/index.ts';

/** What is looked for, as it stands in the fields. */
export interface WantedEntries extends Period {
  readonly personId: string;
  readonly kind: string;
}

export const NOTHING_WANTED: WantedEntries = { period: 'all', day: '', personId: '', kind: '' };

/** As main is asked. */
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
