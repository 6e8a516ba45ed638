import { describe, expect, it } from 'vitest';
import { getInstantMs, getNextDay, subtractDays } from '../../../shared/dates/index.ts';
import { type DayUsage, getWeekday, SLOTS_PER_DAY } from './day-usage.ts';
import { forecastUsage, type UsageForecast } from './forecast.ts';
import { getPaydayPosition, isPayday } from './paydays.ts';
import { buildUsageModel } from './usage-model.ts';

const MEXICO = 'America/Mexico_City';
/** From 8:00 to 20:00. */
const OPEN_SLOTS = { first: 48, end: 120 };

/** A day that uses `total` evenly while the shop is open, or until a slot. */
function createDay(day: string, total: number, end = OPEN_SLOTS.end): DayUsage {
  const perSlot = total / (OPEN_SLOTS.end - OPEN_SLOTS.first);
  const usedBySlot = Array.from({ length: SLOTS_PER_DAY }, (_, slot) =>
    slot >= OPEN_SLOTS.first && slot < end ? perSlot : 0,
  );
  return { day, usedBySlot, saleCount: total === 0 ? 0 : 1_000 };
}

function createHistory(
  today: string,
  days: number,
  getTotal: (day: string) => number = () => 7_200,
): DayUsage[] {
  return Array.from({ length: days }, (_, index) => subtractDays(today, days - index)).map((day) =>
    createDay(day, getTotal(day)),
  );
}

function forecast(options: {
  readonly day: string;
  readonly time: string;
  readonly available: number;
  readonly history?: readonly DayUsage[];
  readonly today?: DayUsage;
  readonly timeZone?: string;
  readonly country?: string;
}): UsageForecast {
  const { day, available, timeZone = MEXICO } = options;
  const [hour = 0, minute = 0] = options.time.split(':').map(Number);
  return forecastUsage({
    model: buildUsageModel(options.history ?? createHistory(day, 84), day, options.country ?? 'MX'),
    today: options.today ?? createDay(day, 7_200, hour * 6 + Math.floor(minute / 10)),
    available,
    now: getInstantMs(day, options.time, timeZone),
    timeZone,
  });
}

const toTime = (result: UsageForecast, timeZone = MEXICO): string | null => {
  const endsAt = 'endsAt' in result ? result.endsAt : null;
  if (endsAt === null) return null;
  return new Date(endsAt).toLocaleString('sv-SE', { timeZone }).slice(0, 16);
};

describe('paydays', () => {
  it.each([
    ['2026-01-15', 'last-day', 'payday'],
    ['2026-01-16', 'last-day', 'first-after'],
    ['2026-01-14', 'last-day', 'eve'],
    ['2026-01-20', 'last-day', 'ordinary'],
    // The 15th of February and of March are Sundays, the 31st of January a Saturday.
    ['2026-02-13', 'last-day', 'payday'],
    ['2026-02-15', 'last-day', 'second-after'],
    ['2026-03-13', 'last-day', 'payday'],
    ['2026-01-30', 'last-day', 'payday'],
    ['2026-12-31', 'last-day', 'payday'],
    ['2026-12-30', 'thirtieth', 'payday'],
    ['2026-12-31', 'thirtieth', 'first-after'],
    // February has no 30th, and its 28th is a Saturday.
    ['2026-02-27', 'thirtieth', 'payday'],
  ] as const)('takes %s by the rule %s as %s', (day, rule, position) => {
    expect(getPaydayPosition(day, rule)).toBe(position);
  });

  it('has two paydays in each month of a year', () => {
    let day = '2026-01-01';
    const paydays: string[] = [];
    for (; day < '2027-01-01'; day = getNextDay(day))
      if (isPayday(day, 'last-day')) paydays.push(day);
    expect(paydays).toHaveLength(24);
    expect(paydays.filter((payday) => [0, 6].includes(getWeekday(payday)))).toEqual([]);
  });
});

describe('forecast of the account', () => {
  it('says when the account is used up today, and what is missing for the day', () => {
    // A Tuesday; 600 an hour, and 7,200 a day.
    const result = forecast({ day: '2026-03-10', time: '08:00', available: 5_800 });
    expect(toTime(result)).toBe('2026-03-10 17:40');
    expect(result).toMatchObject({ kind: 'ends-today', missing: { coveredDay: '2026-03-10' } });
    const missing = result.kind === 'ends-today' ? (result.missing?.amount ?? 0) : 0;
    expect(missing).toBeGreaterThan(1_400);
    expect(missing).toBeLessThan(2_400);
  });

  it('says the day and the hour if the account lasts today, and nothing beyond a week', () => {
    const result = forecast({ day: '2026-03-10', time: '12:00', available: 4_800 + 1_800 });
    expect(toTime(result)).toBe('2026-03-11 11:00');
    expect(result).toMatchObject({ kind: 'lasts-today', missing: null });
    expect(forecast({ day: '2026-03-10', time: '12:00', available: 60_000 })).toEqual({
      kind: 'lasts-today',
      endsAt: null,
      missing: null,
    });
  });

  it('follows a faster day, and goes back with a top-up of the account', () => {
    const day = '2026-03-10';
    const today = createDay(day, 14_400, 72);
    const faster = forecast({ day, time: '12:00', available: 3_600, today });
    expect(toTime(faster)?.slice(11, 13)).toBe('15');
    expect(toTime(forecast({ day, time: '12:00', available: 3_600 }))).toBe('2026-03-10 18:00');
    expect(forecast({ day, time: '12:00', available: 13_600, today })).toMatchObject({
      kind: 'lasts-today',
    });
  });

  it('expects more on paydays that the history shows, and the rule that it shows', () => {
    const getTotal = (rule: 'last-day' | 'thirtieth') => (day: string) =>
      isPayday(day, rule) ? 14_400 : 7_200;
    const forecastDay = (day: string, rule: 'last-day' | 'thirtieth', country = 'MX') =>
      forecast({
        day,
        country,
        time: '08:00',
        available: 6_600,
        history: createHistory(day, 84, getTotal(rule)),
      });
    // A Tuesday, the last day of March.
    expect(toTime(forecastDay('2026-03-31', 'last-day'))?.slice(11, 13)).toBe('13');
    expect(toTime(forecastDay('2026-03-30', 'last-day'))?.slice(11, 13)).toBe('19');
    // Until then no month of the year differed; the country decides.
    expect(toTime(forecastDay('2026-03-30', 'thirtieth', 'CO'))?.slice(11, 13)).toBe('13');
    // July differed. The 30th of August is a Sunday, its last day a Monday.
    expect(toTime(forecastDay('2026-08-28', 'thirtieth'))?.slice(11, 13)).toBe('13');
    expect(toTime(forecastDay('2026-08-28', 'last-day', 'CO'))?.slice(11, 13)).toBe('18');
  });

  it('covers the weekend on a Friday and the payday on its eve', () => {
    const coveredDay = (day: string) => {
      const result = forecast({ day, time: '08:00', available: 7_000 });
      return result.kind === 'ends-today' ? result.missing?.coveredDay : null;
    };
    expect(coveredDay('2026-03-20')).toBe('2026-03-22');
    expect(coveredDay('2026-03-30')).toBe('2026-03-31');
    // Thursday; the payday of the 15th, a Sunday, is on Friday.
    expect(coveredDay('2026-03-12')).toBe('2026-03-15');
  });

  it('names what is missing for the weekend although the account lasts today', () => {
    const result = forecast({ day: '2026-03-20', time: '08:00', available: 10_000 });
    expect(result).toMatchObject({ kind: 'lasts-today', missing: { coveredDay: '2026-03-22' } });
  });

  it('skips a closed weekday', () => {
    const history = createHistory('2026-03-14', 84, (day) => (getWeekday(day) === 0 ? 0 : 7_200));
    const result = forecast({ day: '2026-03-14', time: '19:00', available: 900, history });
    expect(toTime(result)?.slice(0, 13)).toBe('2026-03-16 08');
  });

  it('expects nothing more after hours without a sale on a day that is usually open', () => {
    const result = forecast({
      day: '2026-03-10',
      time: '19:00',
      available: 100,
      today: createDay('2026-03-10', 0),
    });
    expect(result).toMatchObject({ kind: 'lasts-today' });
  });

  it.each([
    ['without any sale', []],
    ['with two weeks of sales', createHistory('2026-03-10', 14)],
  ])('says that the history is too short %s', (_, history) => {
    const result = forecast({ day: '2026-03-10', time: '12:00', available: 3_000, history });
    expect(result).toEqual({ kind: 'too-little-history' });
  });

  it('says so too on a weekday on which the shop is usually closed', () => {
    const history = createHistory('2026-03-15', 84, (day) => (getWeekday(day) === 0 ? 0 : 7_200));
    const result = forecast({ day: '2026-03-15', time: '12:00', available: 3_000, history });
    expect(result).toEqual({ kind: 'too-little-history' });
  });

  it('says that nothing is left', () => {
    expect(forecast({ day: '2026-03-10', time: '12:00', available: 0 })).toMatchObject({
      kind: 'used-up',
      missing: { coveredDay: '2026-03-10' },
    });
  });

  it('never ends if cash-outs pay in more than sales take', () => {
    const history = createHistory('2026-03-10', 84, () => -2_000);
    const today = createDay('2026-03-10', -500, 60);
    expect(
      forecast({ day: '2026-03-10', time: '10:00', available: 50, history, today }),
    ).toMatchObject({ kind: 'lasts-today', endsAt: null, missing: null });
  });

  it('keeps the wall clock on days on which the clocks change', () => {
    for (const day of ['2026-03-08', '2026-11-01']) {
      const timeZone = 'America/Tijuana';
      const result = forecast({ day, time: '08:00', available: 5_800, timeZone });
      expect(toTime(result, timeZone)).toBe(`${day} 17:40`);
    }
  });
});
