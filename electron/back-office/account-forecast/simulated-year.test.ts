import { expect, it } from 'vitest';
import { getMinuteOfDay } from '../../../shared/dates/index.ts';
import { type DayUsage, SLOT_MINUTES, SLOTS_PER_DAY, sumNumbers } from './day-usage.ts';
import { forecastUsage, type UsageForecast } from './forecast.ts';
import {
  createRandom,
  type SimulatedDay,
  type SimulatedSale,
  type SimulatedShop,
  simulateShop,
} from './simulated-shop.fixture.ts';
import { buildUsageModel, type UsageModel } from './usage-model.ts';

const HISTORY_DAYS = 84;
const YEAR_DAYS = 365;
const MINUTE_MS = 60_000;
const TWO_HOURS_MS = 120 * MINUTE_MS;
/** How often the till computes, at the slowest. */
const STEP_MS = 10 * MINUTE_MS;

const MEXICAN_SHOP: SimulatedShop = {
  seed: 20_260_115,
  timeZone: 'America/Mexico_City',
  salesPerDay: 900,
  daySpread: 0.05,
  country: 'MX',
  isClosedOnSunday: false,
};

/** What a forecast said of a day on which the account ended, and how far it was off, in minutes. */
interface Miss {
  readonly error: number;
  readonly margin: number;
}

interface YearResult {
  readonly morning: readonly Miss[];
  /** When the till first said that at most two hours are left. */
  readonly warning: readonly Miss[];
}

const getUsed = ({ kind, amount }: SimulatedSale): number =>
  kind === 'cash-out' ? -amount : amount;

function addSale(usedBySlot: number[], sale: SimulatedSale, timeZone: string): void {
  const slot = Math.floor(getMinuteOfDay(sale.at, timeZone) / SLOT_MINUTES);
  usedBySlot[slot] = (usedBySlot[slot] ?? 0) + getUsed(sale);
}

function toUsage({ day, sales }: SimulatedDay, timeZone: string): DayUsage {
  const usedBySlot = Array.from({ length: SLOTS_PER_DAY }, () => 0);
  for (const sale of sales) addSale(usedBySlot, sale, timeZone);
  return { day, usedBySlot, saleCount: sales.length };
}

/** On each open day of a year the balance is drawn so that it ends at some time of the day. */
function forecastYear(shop: SimulatedShop, everyDays = 1): YearResult {
  const days = simulateShop(shop, '2026-01-01', HISTORY_DAYS + YEAR_DAYS);
  const usages = days.map((day) => toUsage(day, shop.timeZone));
  const random = createRandom(shop.seed + 1);
  const result = { morning: [] as Miss[], warning: [] as Miss[] };
  for (const [index, day] of days.entries()) {
    const usage = usages[index];
    const share = 0.15 + 0.8 * random();
    if (index < HISTORY_DAYS || index % everyDays !== 0) continue;
    if (usage === undefined || day.sales.length === 0) continue;
    const model = buildUsageModel(usages.slice(index - HISTORY_DAYS, index), day.day, shop.country);
    const misses = forecastDay(shop, day, model, share * sumNumbers(usage.usedBySlot));
    result.morning.push(misses.morning);
    if (misses.warning !== null) result.warning.push(misses.warning);
  }
  return result;
}

function forecastDay(
  { timeZone }: SimulatedShop,
  day: SimulatedDay,
  model: UsageModel | null,
  balance: number,
): { readonly morning: Miss; readonly warning: Miss | null } {
  const end = findEnd(day, balance);
  const usedBySlot = Array.from({ length: SLOTS_PER_DAY }, () => 0);
  let saleCount = 0;
  let available = balance;
  let morning: Miss | null = null;
  for (let now = day.opensAt; now < end; now += STEP_MS) {
    for (; (day.sales[saleCount]?.at ?? Number.POSITIVE_INFINITY) < now; saleCount += 1) {
      const sale = day.sales[saleCount];
      if (sale === undefined) continue;
      addSale(usedBySlot, sale, timeZone);
      available -= getUsed(sale);
    }
    const today = { day: day.day, usedBySlot, saleCount };
    const forecast = forecastUsage({ model, today, available, now, timeZone });
    const miss = toMiss(forecast, end, day.closesAt);
    morning ??= miss;
    if (forecast.kind === 'ends-today' && forecast.endsAt - now <= TWO_HOURS_MS) {
      return { morning, warning: miss };
    }
  }
  // It never warned: then it was wrong by as much as it said at the end, with nothing to say.
  const missed = { error: (day.closesAt - end) / MINUTE_MS, margin: 0 };
  return { morning: morning ?? missed, warning: end < day.closesAt ? missed : null };
}

function findEnd({ sales, closesAt }: SimulatedDay, balance: number): number {
  let left = balance;
  for (const sale of sales) {
    left -= getUsed(sale);
    if (left <= 0) return sale.at;
  }
  return closesAt;
}

function toMiss(forecast: UsageForecast, end: number, closesAt: number): Miss {
  if (forecast.kind === 'too-little-history') return { error: Number.POSITIVE_INFINITY, margin: 0 };
  const endsAt = forecast.kind === 'ends-today' ? forecast.endsAt : closesAt;
  const margin = forecast.kind === 'ends-today' ? forecast.marginMinutes : 0;
  return { error: Math.abs(endsAt - end) / MINUTE_MS, margin };
}

const getShare = (misses: readonly Miss[], isHit: (miss: Miss) => boolean): number =>
  Math.round((100 * misses.filter(isHit).length) / misses.length);
const isWithinHalfAnHour = ({ error }: Miss): boolean => error <= 30;
const isWithinMargin = ({ error, margin }: Miss): boolean => margin === 0 || error <= margin;

it('warns with at most half an hour of error on nine days of ten of a year with paydays', () => {
  const { morning, warning } = forecastYear(MEXICAN_SHOP);
  expect(warning.length).toBeGreaterThan(340);
  expect(getShare(warning, isWithinHalfAnHour)).toBeGreaterThanOrEqual(90);
  // The sales of the day itself are not known then: a forecaster that knew how they are drawn has about 70%.
  expect(getShare(morning, isWithinHalfAnHour)).toBeGreaterThanOrEqual(58);
  expect(getShare(morning, isWithinMargin)).toBeGreaterThanOrEqual(88);
});

it.each([
  ['with 120 sales a day', { salesPerDay: 120 }],
  [
    'in Colombia that is closed on Sundays and changes from day to day',
    {
      salesPerDay: 400,
      daySpread: 0.08,
      country: 'CO',
      isClosedOnSunday: true,
      timeZone: 'America/Bogota',
    },
  ],
] as const)('names a margin that nine days of ten keep in a shop %s', (_, changes) => {
  const { morning, warning } = forecastYear({ ...MEXICAN_SHOP, ...changes }, 4);
  expect(getShare(morning, isWithinMargin)).toBeGreaterThanOrEqual(88);
  expect(getShare(warning, isWithinMargin)).toBeGreaterThanOrEqual(88);
});
