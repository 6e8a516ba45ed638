import { describe, expect, it } from 'vitest';
import { getNextDay, getStartOfDayMs } from '../../../../shared/dates/index.ts';
import { IS_FULL_RUN } from '../../../../tests/support/sampling.ts';
import { computeNextUploadDueAt } from './business-day-times.ts';
import { listUnrecordedEndedDays, planDay } from './plan-day.ts';

const ZONES = {
  Mexico: [
    'America/Mexico_City',
    'America/Cancun',
    'America/Merida',
    'America/Monterrey',
    'America/Matamoros',
    'America/Chihuahua',
    'America/Ciudad_Juarez',
    'America/Ojinaga',
    'America/Mazatlan',
    'America/Bahia_Banderas',
    'America/Hermosillo',
    'America/Tijuana',
    'America/Ensenada',
    'America/Santa_Isabel',
  ],
  Colombia: ['America/Bogota'],
  'the United States': [
    'America/New_York',
    'America/Detroit',
    'America/Kentucky/Louisville',
    'America/Kentucky/Monticello',
    'America/Indiana/Indianapolis',
    'America/Indiana/Vincennes',
    'America/Indiana/Winamac',
    'America/Indiana/Marengo',
    'America/Indiana/Petersburg',
    'America/Indiana/Vevay',
    'America/Indiana/Tell_City',
    'America/Indiana/Knox',
    'America/Chicago',
    'America/Menominee',
    'America/North_Dakota/Center',
    'America/North_Dakota/New_Salem',
    'America/North_Dakota/Beulah',
    'America/Denver',
    'America/Boise',
    'America/Phoenix',
    'America/Los_Angeles',
    'America/Anchorage',
    'America/Juneau',
    'America/Sitka',
    'America/Metlakatla',
    'America/Yakutat',
    'America/Nome',
    'America/Adak',
    'Pacific/Honolulu',
    'America/Puerto_Rico',
    'Pacific/Guam',
    'Pacific/Pago_Pago',
  ],
};
const HOUR_MS = 3_600_000;
const FIRST_DAY = '2026-01-01';
const LAST_DAY = '2029-12-31';
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => {
  const hour = String(index >> 1).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});

const UPLOAD_ZONE = 'America/New_York';

function listDays(): string[] {
  const days: string[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day = getNextDay(day)) days.push(day);
  return days;
}
const DAYS = listDays();

/**
 * The days around each clock change of the zones; between them each day is like the one before. With
 * --all every day.
 */
function listDaysToTry(timeZone: string): readonly string[] {
  if (IS_FULL_RUN) return DAYS;
  const changes = DAYS.flatMap((day, index) =>
    [timeZone, UPLOAD_ZONE].some(
      (zone) =>
        getStartOfDayMs(getNextDay(day), zone) - getStartOfDayMs(day, zone) !== 24 * HOUR_MS,
    )
      ? [index]
      : [],
  );
  return DAYS.filter(
    (day, index) => day.endsWith('-01') || changes.some((change) => Math.abs(change - index) <= 3),
  );
}

/** Zones whose days begin at the same moments are one case. */
function listDistinctZones(zones: readonly string[]): string[] {
  const byDays = new Map<string, string>();
  for (const zone of zones) {
    const starts = DAYS.map((day) => getStartOfDayMs(day, zone)).join();
    byDays.set(starts, byDays.get(starts) ?? zone);
  }
  return [...byDays.values()];
}

it('keeps the hour of the following days when a clock change skips one upload hour', () => {
  const uploadHour = { time: '03:30', zone: 'America/New_York' };
  let before: ReturnType<typeof planDay> | null = null;
  const dues: string[] = [];
  for (const day of ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09']) {
    before = planDay(day, { chainName: 'x', timeZone: 'America/Tijuana', uploadHour }, before);
    dues.push(before.dueAt);
  }
  expect(dues).toEqual([
    '2026-03-07T08:30:00.000Z',
    // At the day's end: 03:30 in New York was half an hour earlier.
    '2026-03-08T08:00:00.000Z',
    '2026-03-09T07:30:00.000Z',
    '2026-03-10T07:30:00.000Z',
  ]);
});

it('gives a day that another file’s date collides with the next date', () => {
  const uploadHour = { time: '04:10', zone: 'America/New_York' };
  const before = { until: 0, dueAt: '2026-06-03T02:00:00Z' };
  const row = planDay(
    '2026-06-01',
    { chainName: 'x', timeZone: 'America/Chicago', uploadHour },
    before,
  );
  expect(row).toMatchObject({ dueAt: '2026-06-04T00:00:00.000Z', name: 'x_20260604.txt' });
});

const PLAN_SETTINGS = {
  chainName: 'lupita',
  timeZone: 'America/Chicago',
  uploadHour: { time: '04:10', zone: UPLOAD_ZONE },
};
const toSecond = (time: string): number => Date.parse(time) / 1000;

it('plans a day with its range, due time and name, and nothing done yet', () => {
  expect(planDay('2026-11-20', PLAN_SETTINGS, null)).toEqual({
    day: '2026-11-20',
    since: toSecond('2026-11-20T06:00:00Z'),
    until: toSecond('2026-11-21T06:00:00Z'),
    dueAt: '2026-11-21T09:10:00.000Z',
    name: 'lupita_20261121.txt',
    file: null,
    offeredAt: null,
    inDoubtAt: null,
    uploadedAt: null,
    handedIn: null,
    late: null,
  });
});

it.each([
  ['at its end', '2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z'],
  ['earlier, after the zone was changed', '2026-11-20T05:00:00Z', '2026-11-20T05:00:00Z'],
  ['later, after the zone was changed', '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z'],
  ['after its own end', '2026-11-21T08:00:00Z', '2026-11-21T06:00:00Z'],
])('begins a day where the file of the day before ends: %s', (_when, until, since) => {
  const previousDay = { until: toSecond(until), dueAt: '2026-11-20T09:10:00.000Z' };
  expect(planDay('2026-11-20', PLAN_SETTINGS, previousDay)).toMatchObject({
    since: toSecond(since),
    until: toSecond('2026-11-21T06:00:00Z'),
    dueAt: '2026-11-21T09:10:00.000Z',
  });
});

it('gives no day the name of the file before it', () => {
  const previousDay = { until: 0, dueAt: '2026-11-21T00:00:00.000Z' };
  expect(planDay('2026-11-20', PLAN_SETTINGS, previousDay)).toMatchObject({
    dueAt: '2026-11-22T00:00:00.000Z',
    name: 'lupita_20261122.txt',
  });
});

it.each([
  ['from the first day, if none is recorded', '2026-11-18', null, ['2026-11-18', '2026-11-19']],
  [
    'from the first day, if only days before it are recorded',
    '2026-11-19',
    '2026-11-10',
    ['2026-11-19'],
  ],
  ['after the last recorded one', '2026-11-01', '2026-11-18', ['2026-11-19']],
  ['after the first one, if it is recorded', '2026-11-18', '2026-11-18', ['2026-11-19']],
  ['none, if yesterday is recorded', '2026-11-01', '2026-11-19', []],
  ['none, if the first day is today', '2026-11-20', null, []],
])('lists the ended days without a row: %s', (_which, first, last, days) => {
  expect(listUnrecordedEndedDays(first, last, '2026-11-20')).toEqual(days);
});

it('lists at most 400 ended days at once, the oldest first', () => {
  const days = listUnrecordedEndedDays('2024-01-01', null, '2026-11-20');
  expect([days.length, days[0], days.at(-1)]).toEqual([400, '2024-01-01', '2025-02-03']);
});

describe.each(Object.entries(ZONES))('a chain in a zone of %s', (_country, zones) => {
  it.each(listDistinctZones(zones))(
    'has for each day one file, named by the same distance, due within an hour: %s',
    (timeZone) => {
      const days = listDaysToTry(timeZone);
      for (const time of HALF_HOURS) {
        const uploadHour = { time, zone: UPLOAD_ZONE };
        const distances = new Set<number>();
        for (const day of days) {
          const row = planDay(day, { chainName: 'x', timeZone, uploadHour }, null);
          const [due, name] = [Date.parse(row.dueAt), row.name];
          const end = getStartOfDayMs(getNextDay(day), timeZone);
          const date = name.replace(/^x_(....)(..)(..)\.txt$/, '$1-$2-$3');
          distances.add(Date.parse(date) - Date.parse(day));
          const hours = (due - end) / HOUR_MS;
          // The upload's clocks show the hour, or up to an hour more.
          const delay = due - computeNextUploadDueAt(due - HOUR_MS - 1000, uploadHour);
          if (hours < 0 || hours > 25 || delay < 0 || delay > HOUR_MS) {
            expect({ timeZone, time, day, name, hours, delay }).toBeNull();
          }
        }
        expect({ time, distances: distances.size }).toEqual({ time, distances: 1 });
      }
    },
  );
});
