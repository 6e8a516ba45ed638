import { getNextDay, subtractDays } from '../../../shared/dates/index.ts';
import { isWeekend } from './day-usage.ts';

/** How a day stands to the nearest payday. */
export type PaydayPosition = 'eve' | 'payday' | 'first-after' | 'second-after' | 'ordinary';

/**
 * The day on which a month's second half is paid: its last day, as in Mexico, or at the latest the
 * 30th, as in Colombia.
 */
export type PaydayRule = 'last-day' | 'thirtieth';

/** The rules by which a shop's customers may be paid, the usual one of its country (ISO 3166-1) first. */
export function listPaydayRules(country: string | null): readonly PaydayRule[] {
  return country === 'CO' ? ['thirtieth', 'last-day'] : ['last-day', 'thirtieth'];
}

/** Wages are paid on the 15th and at the end of the month, before a weekend on its Friday. */
export function isPayday(day: string, rule: PaydayRule): boolean {
  if (isWeekend(day)) return false;
  if (isNominalPayday(day, rule)) return true;
  const saturday = getNextDay(day);
  if (!isWeekend(saturday)) return false;
  return isNominalPayday(saturday, rule) || isNominalPayday(getNextDay(saturday), rule);
}

function isNominalPayday(day: string, rule: PaydayRule): boolean {
  const dayOfMonth = Number(day.slice(8));
  if (dayOfMonth === 15) return true;
  const isLastDay = getNextDay(day).endsWith('-01');
  if (rule === 'last-day') return isLastDay;
  return dayOfMonth === 30 || (isLastDay && dayOfMonth < 30);
}

export function getPaydayPosition(day: string, rule: PaydayRule): PaydayPosition {
  if (isPayday(day, rule)) return 'payday';
  if (isPayday(subtractDays(day, 1), rule)) return 'first-after';
  if (isPayday(getNextDay(day), rule)) return 'eve';
  return isPayday(subtractDays(day, 2), rule) ? 'second-after' : 'ordinary';
}
