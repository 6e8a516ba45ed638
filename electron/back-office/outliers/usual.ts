/**
 * What is usual in a shop for one measure, by a rule that a person can check:
 *
 * - Each cashier has a rate: everything counted in the year, per payment (or per closed shift). The
 *   shop's rate is that of the cashier in the middle, where each counts by the number of payments. One
 *   cashier with an unusual year does not move it.
 * - A cashier is expected to have the shop's rate times the own payments of the week.
 * - Chance alone spreads a count by about the root of what is expected. If the shop's weeks spread more
 *   than that, their own spread (the median absolute deviation) replaces it.
 * - Up to five spreads above the expected value nothing stands out. So a count up to five never does.
 */

/** One cashier's week. */
export interface WeekValue {
  readonly cashierId: string;
  readonly value: number;
  /** The payments, or closed shifts, of which this value is a part. */
  readonly exposure: number;
}

export interface Usual {
  readonly expected: number;
  /** The highest value that does not stand out. */
  readonly limit: number;
}

/** How values spread: counts by chance, amounts only as the shop's weeks show. */
export type Spread =
  | { readonly kind: 'count' }
  /** A week's amount below `minLimit` never stands out. */
  | { readonly kind: 'amount'; readonly minLimit: number };

const MAX_SPREADS = 5;

/** Relates the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_STANDARD_DEVIATION = 1.4826;

/** Returns what is usual for a week with that many payments or closed shifts. */
export function createUsual(
  weeks: readonly WeekValue[],
  spread: Spread,
): (exposure: number) => Usual {
  const rate = computeShopRate(weeks);
  const getUnit = (exposure: number): number =>
    spread.kind === 'count' ? Math.sqrt(rate * exposure + 1) : Math.sqrt(exposure);
  const deviations = weeks
    .filter(({ exposure }) => exposure > 0)
    .map(({ value, exposure }) => (value - rate * exposure) / getUnit(exposure));
  const center = computeMedian(deviations);
  const standardDeviation =
    MAD_TO_STANDARD_DEVIATION *
    computeMedian(deviations.map((deviation) => Math.abs(deviation - center)));
  const [minDeviation, minLimit] = spread.kind === 'count' ? [1, 0] : [0, spread.minLimit];
  return (exposure) => {
    const expected = rate * exposure;
    const range = MAX_SPREADS * Math.max(minDeviation, standardDeviation) * getUnit(exposure);
    return { expected, limit: Math.max(minLimit, expected + range) };
  };
}

/** The rate of the cashier in the middle, weighted by exposure; 0 without any. */
function computeShopRate(weeks: readonly WeekValue[]): number {
  const totals = new Map<string, { value: number; exposure: number }>();
  for (const { cashierId, value, exposure } of weeks) {
    const total = totals.get(cashierId) ?? { value: 0, exposure: 0 };
    totals.set(cashierId, {
      value: total.value + value,
      exposure: total.exposure + exposure,
    });
  }
  const cashiers = [...totals.values()]
    .filter(({ exposure }) => exposure > 0)
    .map(({ value, exposure }) => ({ rate: value / exposure, exposure }))
    .sort((first, second) => first.rate - second.rate);
  const half = cashiers.reduce((sum, { exposure }) => sum + exposure, 0) / 2;
  let passed = 0;
  for (const { rate, exposure } of cashiers) {
    passed += exposure;
    if (passed >= half) return rate;
  }
  return 0;
}

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (lower + upper) / 2;
}
