import { getInstantMs, getMinuteOfDay, getNextDay } from '../../../shared/dates/index.ts';
import { type DayUsage, isWeekend, SLOT_MINUTES, sumNumbers } from './day-usage.ts';
import { isPayday } from './paydays.ts';
import { SALE_SPREAD, type UsageModel } from './usage-model.ts';

export interface ForecastInput {
  /** Null if the history is too short. */
  readonly model: UsageModel | null;
  /** Today until `now`. */
  readonly today: DayUsage;
  /** What may still be used, in units of the account's currency. */
  readonly available: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
}

/** `endsAt` is in milliseconds since the epoch. */
export type UsageForecast =
  | { readonly kind: 'too-little-history' }
  | { readonly kind: 'used-up'; readonly missing: MissingUsage | null }
  | {
      readonly kind: 'ends-today';
      readonly endsAt: number;
      readonly marginMinutes: number;
      readonly missing: MissingUsage | null;
    }
  | {
      readonly kind: 'lasts-today';
      /** Null if not within `MAX_DAYS`. */
      readonly endsAt: number | null;
      readonly missing: MissingUsage | null;
    };

/** What is missing until the end of a day. */
export interface MissingUsage {
  readonly amount: number;
  /** Today, or the last day of the weekend or payday that begins tomorrow. */
  readonly coveredDay: string;
}

const MAX_DAYS = 7;
/** On nine days of ten the end is within so many standard deviations, also where the usual is wrong. */
const MARGIN_DEVIATIONS = 2;
/** The same on one side: more is used on one day of ten. */
const RESERVE_DEVIATIONS = 1.3;
/** How far the usual day itself is uncertain, relative. */
const MODEL_DEVIATION = 0.03;
const MAX_PACE = 4;
/** A day is still of the usual kind within so many standard deviations. */
const MAX_SURPRISE = 2;
/** The slots on either side of the end, of which its pace is the mean. */
const PACE_SLOTS = 3;

/**
 * Computes when the account is used up: the usual usage from now on, times how today compares with the
 * usual so far. That pace begins at 1 and follows today the more, the more of a usual day has passed.
 */
export function forecastUsage(input: ForecastInput): UsageForecast {
  const { model, today, available, now, timeZone } = input;
  const usualToday = model?.getUsualDay(today.day) ?? null;
  if (model === null || usualToday === null) return { kind: 'too-little-history' };
  // Today the shop is open on a weekday on which it usually is not.
  const isUsuallyClosed = usualToday.every((used) => used === 0);
  if (isUsuallyClosed && today.saleCount > 0) return { kind: 'too-little-history' };
  const slotNow = getMinuteOfDay(now, timeZone) / SLOT_MINUTES;
  const pace = computePace(model, usualToday, today, slotNow);
  const getComing = (day: string): readonly number[] => {
    const usual = model.getUsualDay(day) ?? [];
    if (day !== today.day) return usual;
    return usual.map(
      (used, slot) => used * pace.value * Math.min(Math.max(slot + 1 - slotNow, 0), 1),
    );
  };
  const missing = computeMissing(model, today.day, available, getComing);
  if (available <= 0) return { kind: 'used-up', missing };

  let left = available;
  let day = today.day;
  for (let index = 0; index < MAX_DAYS; index += 1) {
    const coming = getComing(day);
    const end = findEnd(coming, left, index === 0 ? slotNow : 0);
    if (end !== null) {
      const endsAt = toInstant(day, end, timeZone);
      if (index > 0) return { kind: 'lasts-today', endsAt, missing };
      const paceAtEnd = computePaceAtEnd(usualToday, end) * pace.value;
      const deviation = computeDeviation(model, available, pace.deviation);
      const marginMinutes = Math.ceil((MARGIN_DEVIATIONS * deviation * SLOT_MINUTES) / paceAtEnd);
      return { kind: 'ends-today', endsAt, marginMinutes, missing };
    }
    left -= sumNumbers(coming);
    day = getNextDay(day);
  }
  return { kind: 'lasts-today', endsAt: null, missing };
}

/**
 * How today compares with the usual, drawn towards 1 as far as chance explains the difference, and the
 * deviation that remains.
 */
function computePace(
  { dayDeviation, meanSale }: UsageModel,
  usual: readonly number[],
  today: DayUsage,
  slotNow: number,
): { readonly value: number; readonly deviation: number } {
  const expected = sumNumbers(
    usual.map((used, slot) => used * Math.min(Math.max(slotNow - slot, 0), 1)),
  );
  if (expected <= 0) return { value: 1, deviation: dayDeviation };
  const used = sumNumbers(today.usedBySlot);
  const saleSpread = SALE_SPREAD * meanSale;
  const surprise =
    Math.abs(used - expected) /
    Math.hypot(expected * dayDeviation, Math.sqrt(saleSpread * expected));
  // A day that chance hardly explains is of another kind, such as a holiday: only today says how it is.
  const deviation = dayDeviation * Math.max(1, surprise / MAX_SURPRISE);
  const priorUsage = saleSpread / deviation ** 2;
  const value = (used + priorUsage) / (expected + priorUsage);
  return {
    value: Math.min(Math.max(value, 0), MAX_PACE),
    deviation: deviation * Math.sqrt(priorUsage / (expected + priorUsage)),
  };
}

/** The standard deviation of the usage while `usage` is expected. */
function computeDeviation(model: UsageModel, usage: number, paceDeviation: number): number {
  const relative = Math.hypot(paceDeviation, MODEL_DEVIATION) * usage;
  return Math.hypot(relative, Math.sqrt(SALE_SPREAD * model.meanSale * Math.max(usage, 0)));
}

/** The usage of a slot around the end; a tenth of an average slot where the day has ended by then. */
function computePaceAtEnd(usual: readonly number[], end: number): number {
  const slot = Math.floor(end);
  const around = usual.slice(Math.max(slot - PACE_SLOTS, 0), slot + PACE_SLOTS + 1);
  const minimum = sumNumbers(usual) / usual.length / 10;
  return Math.max(sumNumbers(around) / around.length, minimum);
}

function computeMissing(
  model: UsageModel,
  today: string,
  available: number,
  getComing: (day: string) => readonly number[],
): MissingUsage | null {
  const coveredDay = getCoveredDay(today, model);
  let needed = 0;
  for (let day = today; day <= coveredDay; day = getNextDay(day)) {
    needed += sumNumbers(getComing(day));
  }
  // A balance that is exactly enough is not; but a reserve alone is no reason for a transfer.
  if (needed <= available) return null;
  const reserve = RESERVE_DEVIATIONS * computeDeviation(model, needed, model.dayDeviation);
  return { amount: needed + reserve - available, coveredDay };
}

/** The slot, with its fraction, in which `left` is used up; null if it is not. */
function findEnd(usage: readonly number[], left: number, from: number): number | null {
  let rest = left;
  for (const [slot, used] of usage.entries()) {
    if (used > 0 && used >= rest) {
      const start = Math.max(slot, from);
      return start + (rest / used) * (slot + 1 - start);
    }
    rest -= used;
  }
  return null;
}

function toInstant(day: string, slot: number, timeZone: string): number {
  const minutes = Math.min(Math.floor(slot * SLOT_MINUTES), 24 * 60 - 1);
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return getInstantMs(day, time.join(':'), timeZone);
}

/** Today, and the weekend or payday that begins tomorrow, during which nobody can transfer in time. */
function getCoveredDay(today: string, { paydayRule }: UsageModel): string {
  let day = today;
  let next = getNextDay(day);
  while (isWeekend(next) || isPayday(next, paydayRule)) {
    day = next;
    next = getNextDay(day);
  }
  return day;
}
