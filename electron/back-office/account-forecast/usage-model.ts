import { type DayUsage, getWeekday, SLOTS_PER_DAY, sumNumbers } from './day-usage.ts';
import {
  getPaydayPosition,
  listPaydayRules,
  type PaydayPosition,
  type PaydayRule,
} from './paydays.ts';

/** What the shop usually takes from its account. */
export interface UsageModel {
  readonly paydayRule: PaydayRule;
  /**
   * The usual usage of a day by slots: zeros if the shop is closed on its weekday, null if too few such
   * weekdays are known.
   */
  getUsualDay(day: string): readonly number[] | null;
  /** The standard deviation of a day from its usual, relative to it. */
  readonly dayDeviation: number;
  /** The mean of a sale, with which chance changes the usage. */
  readonly meanSale: number;
}

/** Fewer open days say too little about weekdays and paydays. */
export const MIN_OPEN_DAYS = 18;
const MIN_OPEN_WEEKDAYS = 3;
/** In how many of its last weeks a shop must be open on a weekday, at least by half. */
const RECENT_WEEKS = 4;
const DAY_MS = 86_400_000;
/** An older day counts less: half as much after this many days. */
const HALF_LIFE_DAYS = 35;
/** The same for the level, which follows seasons. */
const LEVEL_HALF_LIFE_DAYS = 8;
/** A factor of a payday is drawn towards 1 as by so many ordinary days. */
const PAYDAY_PRIOR_DAYS = 0.05;
const LEVEL_PRIOR_DAYS = 3;
/** The mean square of a sale, as a multiple of the square of its mean. */
export const SALE_SPREAD = 2;
const FIT_ROUNDS = 6;
const MIN_DEVIATION = 0.04;
const MAX_DEVIATION = 0.4;
/** A day far from its usual was an exception, such as a holiday with shorter hours. */
const MAX_RATIO = 1.8;

interface FitDay {
  readonly usage: DayUsage;
  readonly total: number;
  readonly weekday: number;
  readonly position: PaydayPosition;
  readonly age: number;
  readonly weight: number;
}

interface Fit {
  readonly weekdayMeans: readonly number[];
  readonly paydayFactors: Readonly<Record<PaydayPosition, number>>;
  readonly level: number;
  readonly deviation: number;
}

/**
 * Returns null if the history is too short. `history` has the days before `today`, oldest first; it shows
 * by which rule wages are paid, or else the shop's country (ISO 3166-1 alpha-2) does.
 */
export function buildUsageModel(
  history: readonly DayUsage[],
  today: string,
  country: string | null,
): UsageModel | null {
  const openDays = history.filter(({ saleCount }) => saleCount > 0);
  if (openDays.length < MIN_OPEN_DAYS) return null;
  const fits = listPaydayRules(country).map((rule) => ({
    rule,
    ...fitDays(openDays.map((usage) => toFitDay(usage, today, rule))),
  }));
  const best = fits.reduce((a, b) => (b.deviation < a.deviation ? b : a));
  const shapes = Array.from({ length: 7 }, (_, weekday) => buildShape(history, today, weekday));
  const count = sumNumbers(openDays.map(({ saleCount }) => saleCount));
  const gross = sumNumbers(openDays.map(({ usedBySlot }) => sumNumbers(usedBySlot.map(Math.abs))));
  return {
    paydayRule: best.rule,
    dayDeviation: best.deviation,
    meanSale: gross / count,
    getUsualDay: (day) => {
      const weekday = getWeekday(day);
      const shape = shapes[weekday] ?? null;
      if (shape === null) return null;
      const total =
        (best.weekdayMeans[weekday] ?? 0) *
        best.paydayFactors[getPaydayPosition(day, best.rule)] *
        best.level;
      return shape.map((share) => share * total);
    },
  };
}

function toFitDay(usage: DayUsage, today: string, rule: PaydayRule): FitDay {
  const age = getAge(usage.day, today);
  return {
    usage,
    total: sumNumbers(usage.usedBySlot),
    weekday: getWeekday(usage.day),
    position: getPaydayPosition(usage.day, rule),
    age,
    weight: 0.5 ** (age / HALF_LIFE_DAYS),
  };
}

function getAge(day: string, today: string): number {
  return (Date.parse(today) - Date.parse(day)) / DAY_MS;
}

/** Fits a mean to each weekday and a factor to each position, each with the other removed. */
function fitDays(days: readonly FitDay[]): Fit {
  const weekdayMeans = Array.from({ length: 7 }, () => 0);
  const paydayFactors: Record<PaydayPosition, number> = {
    eve: 1,
    payday: 1,
    'first-after': 1,
    'second-after': 1,
    ordinary: 1,
  };
  const getUsual = (day: FitDay): number =>
    (weekdayMeans[day.weekday] ?? 0) * paydayFactors[day.position];
  const getRatio = (day: FitDay): number => limitRatio(day.total, getUsual(day));
  for (let round = 0; round < FIT_ROUNDS; round += 1) {
    for (let weekday = 0; weekday < 7; weekday += 1) {
      const own = days.filter((day) => day.weekday === weekday);
      const isFirst = round === 0;
      weekdayMeans[weekday] = getWeightedMean(
        own.map((day) => ({
          value: isFirst
            ? day.total / paydayFactors[day.position]
            : (weekdayMeans[weekday] ?? 0) * getRatio(day),
          weight: day.weight,
        })),
        0,
        0,
      );
    }
    for (const position of ['eve', 'payday', 'first-after', 'second-after'] as const) {
      const own = days.filter((day) => day.position === position);
      const ratios = own.map((day) => ({
        value: paydayFactors[position] * getRatio(day),
        weight: day.weight,
      }));
      paydayFactors[position] = getWeightedMean(ratios, 1, PAYDAY_PRIOR_DAYS);
    }
  }
  const level = getWeightedMean(
    days.map((day) => ({ value: getRatio(day), weight: 0.5 ** (day.age / LEVEL_HALF_LIFE_DAYS) })),
    1,
    LEVEL_PRIOR_DAYS,
  );
  const variance = getWeightedMean(
    days.map((day) => ({
      value: (getRatio(day) - 1) ** 2 - getSaleVariance(day),
      weight: day.weight,
    })),
    0,
    0,
  );
  const deviation = Math.min(
    Math.max(Math.sqrt(Math.max(variance, 0)), MIN_DEVIATION),
    MAX_DEVIATION,
  );
  return { weekdayMeans, paydayFactors, level, deviation };
}

/** How far single sales alone let a day differ from its usual: the square of the deviation. */
function getSaleVariance({ usage }: FitDay): number {
  return usage.saleCount === 0 ? 0 : SALE_SPREAD / usage.saleCount;
}

function limitRatio(total: number, usual: number): number {
  if (usual <= 0) return 1;
  return Math.min(Math.max(total / usual, 1 / MAX_RATIO), MAX_RATIO);
}

function getWeightedMean(
  values: readonly { readonly value: number; readonly weight: number }[],
  prior: number,
  priorWeight: number,
): number {
  const weight = sumNumbers(values.map((entry) => entry.weight)) + priorWeight;
  if (weight === 0) return prior;
  return (
    (sumNumbers(values.map((entry) => entry.value * entry.weight)) + prior * priorWeight) / weight
  );
}

/** The share of each slot of a weekday; zeros if it is usually closed, null if too little is known. */
function buildShape(
  history: readonly DayUsage[],
  today: string,
  weekday: number,
): readonly number[] | null {
  const days = history.filter(({ day }) => getWeekday(day) === weekday);
  const openDays = days.filter(({ saleCount }) => saleCount > 0);
  const recent = days.slice(-RECENT_WEEKS);
  const recentOpen = recent.filter(({ saleCount }) => saleCount > 0);
  if (recent.length >= MIN_OPEN_WEEKDAYS && recentOpen.length * 2 < recent.length) {
    return Array.from({ length: SLOTS_PER_DAY }, () => 0);
  }
  if (openDays.length < MIN_OPEN_WEEKDAYS) return null;
  const sums = Array.from({ length: SLOTS_PER_DAY }, () => 0);
  for (const { day, usedBySlot } of openDays) {
    const weight = 0.5 ** (getAge(day, today) / HALF_LIFE_DAYS);
    usedBySlot.forEach((used, slot) => {
      sums[slot] = (sums[slot] ?? 0) + used * weight;
    });
  }
  const total = sumNumbers(sums);
  return total === 0 ? sums : sums.map((sum) => sum / total);
}
