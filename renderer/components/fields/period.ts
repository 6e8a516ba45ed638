import { type DayRange, subtractDays, toDay } from '../../../shared/dates/index.ts';

/** The days to which a list is narrowed. */
export const PERIODS = ['today', 'yesterday', 'week', 'all', 'day'] as const;

export interface Period {
  readonly period: (typeof PERIODS)[number];
  /** For the period `day`; may be empty while it is typed. */
  readonly day: string;
}

/** The days for main; null at an open end. */
export function toDayRange(
  { period, day }: Period,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): DayRange {
  const ago = (days: number): string => subtractDays(toDay(now, timeZone), days);
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
