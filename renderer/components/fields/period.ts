import { type DayRange, subtractDays, toDay } from '../../../shared/dates/index.ts';

/** The periods by which a list is filtered. */
export const PERIODS = ['today', 'yesterday', 'week', 'all', 'day'] as const;

export interface PeriodSelection {
  readonly period: (typeof PERIODS)[number];
  /** For the period `day`; may be empty while it is typed. */
  readonly day: string;
}

/** The range of days for main; null at an open end. */
export function toDayRange(
  { period, day }: PeriodSelection,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): DayRange {
  const getDayBefore = (days: number): string => subtractDays(toDay(now, timeZone), days);
  switch (period) {
    case 'today':
      return { from: getDayBefore(0), to: getDayBefore(0) };
    case 'yesterday':
      return { from: getDayBefore(1), to: getDayBefore(1) };
    case 'week':
      return { from: getDayBefore(6), to: getDayBefore(0) };
    case 'all':
      return { from: null, to: null };
    case 'day':
      return day === '' ? { from: null, to: null } : { from: day, to: day };
  }
}
