import { getInstantMs, getNextDay } from '../../../shared/dates/index.ts';

/**
 * A shop whose sales are drawn one by one: arrivals by a rate that changes from minute to minute,
 * amounts of four kinds of sales. It shares nothing with the forecast except days and time zones.
 */
export interface SimulatedShop {
  readonly seed: number;
  readonly timeZone: string;
  /** Sales on an ordinary weekday. */
  readonly salesPerDay: number;
  /** How much a whole day differs by chance, relative. */
  readonly daySpread: number;
  readonly country: 'MX' | 'CO';
  readonly isClosedOnSunday: boolean;
}

export interface SimulatedSale {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly day: string;
  readonly kind: 'bill' | 'top-up' | 'gift-card' | 'cash-out';
  /** Negative if a sale was taken back. */
  readonly amount: number;
}

export interface SimulatedDay {
  readonly day: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly sales: readonly SimulatedSale[];
}

export function simulateShop(shop: SimulatedShop, firstDay: string, days: number): SimulatedDay[] {
  const random = createRandom(shop.seed);
  const simulated: SimulatedDay[] = [];
  let day = firstDay;
  for (let index = 0; index < days; index += 1) {
    simulated.push(simulateDay(shop, day, index, random));
    day = getNextDay(day);
  }
  return simulated;
}

function simulateDay(
  shop: SimulatedShop,
  day: string,
  index: number,
  random: () => number,
): SimulatedDay {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const isSunday = weekday === 0;
  // Minutes of the wall clock; nobody opens to the minute.
  const opens = (isSunday ? 9 * 60 : 8 * 60) + Math.round(10 * random());
  const closes = isSunday ? 15 * 60 : weekday === 6 ? 22 * 60 : 21 * 60;
  const toInstant = (minute: number): number => {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60];
    const time = `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
    return getInstantMs(day, time, shop.timeZone);
  };
  const bounds = { day, opensAt: toInstant(opens), closesAt: toInstant(closes) };
  const isHoliday = ['01-01', '05-01', '12-25'].includes(day.slice(5));
  const chance = Math.exp(shop.daySpread * drawNormal(random));
  const breakdown = random();
  const isClosed = isHoliday || (isSunday && shop.isClosedOnSunday) || breakdown < 0.004;
  if (isClosed) return { ...bounds, sales: [] };
  const season =
    (1 + 0.15 * (index / 365)) *
    (1 + 0.06 * Math.sin((2 * Math.PI * index) / 365)) *
    (day.slice(5, 7) === '12' ? 1.15 : 1);
  const level =
    shop.salesPerDay *
    ([0.55, 1.05, 0.95, 0.92, 0.98, 1.15, 1.25][weekday] ?? 1) *
    getPayFactor(day, shop.country) *
    season *
    chance;
  // The humps of the morning, of noon and of the evening.
  const getRate = (minute: number): number => {
    const hour = minute / 60;
    const hump = (at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2) / 2);
    const evening = isSunday ? 0 : 1.5 + (isMoneyDay(day, shop.country) ? 0.5 : 0);
    return 0.35 + hump(10.5, 1.3) + 0.8 * hump(13, 1) + evening * hump(18.3, 1.6);
  };
  let area = 0;
  for (let minute = opens; minute < closes; minute += 1) area += getRate(minute);
  const sales: SimulatedSale[] = [];
  for (let minute = opens; minute < closes; minute += 1) {
    for (let count = drawPoisson((level * getRate(minute)) / area, random); count > 0; count -= 1) {
      const sale = drawSale(random);
      const at = toInstant(minute) + Math.floor(60_000 * random());
      sales.push({ ...sale, at, day });
      // Some are taken back soon afterwards.
      if (sale.kind !== 'cash-out' && random() < 0.008) {
        sales.push({ ...sale, at: at + 4 * 60_000, day, amount: -sale.amount });
      }
    }
  }
  return { ...bounds, sales: sales.sort((a, b) => a.at - b.at) };
}

/** Wages come on the 15th and the last day (in Colombia on the 30th), before a weekend on Friday. */
const PAID_ON = { MX: [15, 31], CO: [15, 30] } as const;

function isMoneyDay(day: string, country: SimulatedShop['country']): boolean {
  return getDaysSincePay(day, country) === 0;
}

function getDaysSincePay(day: string, country: SimulatedShop['country']): number {
  const date = new Date(`${day}T12:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const candidates = [-1, 0, 1].flatMap((offset) =>
    PAID_ON[country].map((dayOfMonth) => {
      const lastDay = new Date(Date.UTC(year, month + offset + 1, 0)).getUTCDate();
      const paid = new Date(Date.UTC(year, month + offset, Math.min(dayOfMonth, lastDay), 12));
      const weekday = paid.getUTCDay();
      paid.setUTCDate(paid.getUTCDate() - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0));
      return Math.round((date.getTime() - paid.getTime()) / 86_400_000);
    }),
  );
  return Math.min(...candidates.filter((days) => days >= 0));
}

function getPayFactor(day: string, country: SimulatedShop['country']): number {
  return [1.9, 1.5, 1.2, 1.1][getDaysSincePay(day, country)] ?? 1;
}

function drawSale(random: () => number): Pick<SimulatedSale, 'kind' | 'amount'> {
  const kind = random();
  const draw = (median: number, spread: number) =>
    Math.round(median * Math.exp(spread * drawNormal(random)));
  if (kind < 0.4)
    return { kind: 'top-up', amount: [30, 50, 100, 100, 150, 200][Math.floor(6 * random())] ?? 50 };
  if (kind < 0.93) return { kind: 'bill', amount: draw(380, 0.6) };
  if (kind < 0.97)
    return { kind: 'gift-card', amount: [200, 300, 500][Math.floor(3 * random())] ?? 200 };
  return { kind: 'cash-out', amount: draw(500, 0.5) };
}

function drawPoisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let product = random();
  let count = 0;
  while (product > limit) {
    product *= random();
    count += 1;
  }
  return count;
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A small generator with a seed (mulberry32); numbers from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
