/**
 * One figure of a benchmark: ours beside the bare thing, measured in turns in the same run. Most
 * limits are on the ratio: a machine's speed is nobody's fault.
 */
export interface BenchResult {
  readonly name: string;
  /** Medians, unless the name says otherwise; in `unit`. */
  readonly ours: number;
  readonly bare: number;
  /** Ours divided by bare. */
  readonly ratio: number;
  /** The most that passes; null for what is only reported. */
  readonly limit: Limit | null;
  readonly unit: string;
  /** Why these numbers cannot be true; null where nothing is odd about them. */
  readonly nonsense: string | null;
}

export interface Limit {
  readonly of: 'ratio' | 'ours';
  readonly most: number;
  /** Ours also passes where it is no more than the bare thing: on a machine too slow for either. */
  readonly orBare?: true;
}

export interface Samples {
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

export interface Measurement {
  readonly name: string;
  readonly samples: Samples;
  /** How many samples of each there must be. */
  readonly least: number;
  readonly limit: Limit | null;
  readonly unit?: string;
  /** Of the samples; the median where it is left out. */
  readonly percent?: number;
  /** Ratios outside it are taken for a fault of the measurement. */
  readonly sane?: readonly [least: number, most: number];
}

/** Nothing here is so much faster or slower than the bare thing. */
const PLAUSIBLE_RATIO = [0.2, 10] as const;

/** The value that so many percent of the values do not exceed. */
export function computePercentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** A figure from its samples, with what is odd about them. */
export function toBenchResult(measured: Measurement): BenchResult {
  const { name, samples, limit, unit = 'ms', percent = 50 } = measured;
  const ours = computePercentile(samples.ours, percent);
  const bare = computePercentile(samples.bare, percent);
  const ratio = ours / bare;
  return { name, ours, bare, ratio, limit, unit, nonsense: getImplausibility(measured, ratio) };
}

function getImplausibility(
  { samples, least, sane: [low, high] = PLAUSIBLE_RATIO }: Measurement,
  ratio: number,
): string | null {
  for (const [whose, values] of [
    ['ours', samples.ours],
    ['bare', samples.bare],
  ] as const) {
    if (values.length < least) return `${whose} has ${values.length} samples, and not ${least}`;
    const odd = values.find((value) => !(Number.isFinite(value) && value > 0));
    if (odd !== undefined) return `${whose} has a sample of ${odd}`;
  }
  return ratio >= low && ratio <= high ? null : `the ratio is not between ${low} and ${high}`;
}

/** True for a figure that can be believed and is within its limit. */
export function isPassed({ nonsense, limit, ...figure }: BenchResult): boolean {
  if (nonsense !== null) return false;
  if (limit === null || figure[limit.of] <= limit.most) return true;
  return limit.orBare === true && figure.ratio <= 1;
}

export function formatResult(result: BenchResult): string {
  const { name, limit, unit, nonsense } = result;
  const number = (value: number): string => `${value.toFixed(3)} ${unit}`;
  const most =
    limit &&
    `${limit.most}${limit.of === 'ours' ? ` ${unit}` : ''}${limit.orBare ? ', or as the bare' : ''}`;
  return [
    `${name}: ours ${number(result.ours)}, bare ${number(result.bare)}, ratio ${result.ratio.toFixed(2)}`,
    most === null ? '' : ` (at most ${most})`,
    nonsense === null ? '' : `; cannot be true: ${nonsense}`,
    isPassed(result) || nonsense !== null ? '' : '; too much',
  ].join('');
}
