import type { AuditFilter } from '../../../shared/contract/index.ts';
import { dayOf } from '../../../shared/dates/index.ts';

/** What is looked for, as it stands in the fields. */
export interface Wanted {
  readonly period: 'today' | 'yesterday' | 'week' | 'all' | 'day';
  /** With the period `day`; may be empty while it is typed. */
  readonly day: string;
  readonly personId: string;
  readonly kind: string;
}

export const NOTHING_WANTED: Wanted = { period: 'all', day: '', personId: '', kind: '' };

const DAY = 24 * 60 * 60_000;

/** As main is asked. */
export function filterOf(
  { period, day, personId, kind }: Wanted,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): AuditFilter {
  const ago = (days: number): string => dayOf(now - days * DAY, timeZone);
  const days = (): { from: string | null; to: string | null } => {
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
  };
  return {
    ...days(),
    personId: personId === '' ? null : personId,
    kind: kind === '' ? null : kind,
  };
}
