/**
 * One result of a benchmark: ours and the bare equivalent, measured in turns in the same run. Most
 * limits apply to the ratio, because machines differ in speed. On the processor of a cheap computer
 * ours is measured alone.
 */
export interface BenchResult {
  readonly name: string;
  /** Medians unless the name says otherwise, in `unit`. */
  readonly ours: number;
  /** Null if ours is measured alone. */
  readonly bare: number | null;
  /** Ours divided by bare; null without it. */
  readonly ratio: number | null;
  /** The limit; null if the result is only reported. */
  readonly limit: Limit | null;
  readonly unit: string;
  /** Why these numbers are implausible; null if they are plausible. */
  readonly nonsense: string | null;
}

/** A part that this computer cannot measure. */
export interface UnavailablePart {
  readonly unavailableReason: string;
}

export interface Limit {
  readonly of: 'ratio' | 'ours';
  readonly most: number;
  /**
   * Ours also passes if it does not exceed the bare value: on a machine that is too slow for
   * either.
   */
  readonly orBare?: true;
}

export interface Samples {
  readonly ours: readonly number[];
  /** Null if ours is measured alone. */
  readonly bare: readonly number[] | null;
}

export interface Measurement {
  readonly name: string;
  readonly samples: Samples;
  /** The required number of samples of each side. */
  readonly minSamples: number;
  readonly limit: Limit | null;
  readonly unit?: string;
  /** The percentile of the samples; the median by default. */
  readonly percent?: number;
  /** Ratios outside this range are errors of the measurement. */
  readonly plausibleRatio?: readonly [least: number, most: number];
}

/** No implementation here is so much faster or slower than the bare one. */
const PLAUSIBLE_RATIO = [0.2, 10] as const;

/** Returns the value that this percentage of the values does not exceed. */
export function computePercentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Computes a result from its samples, and checks that they are plausible. */
export function toBenchResult(measurement: Measurement): BenchResult {
  const { name, samples, limit, unit = 'ms', percent = 50 } = measurement;
  const ours = computePercentile(samples.ours, percent);
  const bare = samples.bare && computePercentile(samples.bare, percent);
  const ratio = bare === null ? null : ours / bare;
  return { name, ours, bare, ratio, limit, unit, nonsense: getImplausibility(measurement, ratio) };
}

function getImplausibility(
  { samples, minSamples, plausibleRatio: [low, high] = PLAUSIBLE_RATIO }: Measurement,
  ratio: number | null,
): string | null {
  for (const [side, values] of [
    ['ours', samples.ours],
    ['bare', samples.bare],
  ] as const) {
    if (values === null) continue;
    if (values.length < minSamples)
      return `${side} has ${values.length} samples, and not ${minSamples}`;
    const invalidSample = values.find((value) => !(Number.isFinite(value) && value > 0));
    if (invalidSample !== undefined) return `${side} has a sample of ${invalidSample}`;
  }
  if (ratio === null) return null;
  return ratio >= low && ratio <= high ? null : `the ratio is not between ${low} and ${high}`;
}

/** Whether a result is plausible and within its limit. */
export function isPassed({ nonsense, limit, ...figure }: BenchResult): boolean {
  if (nonsense !== null) return false;
  if (limit === null) return true;
  const isWithin = (value: number | null, most: number) => value !== null && value <= most;
  if (isWithin(figure[limit.of], limit.most)) return true;
  return limit.orBare === true && isWithin(figure.ratio, 1);
}

export function formatResult(result: BenchResult): string {
  const { name, limit, unit, nonsense } = result;
  const formatValue = (value: number): string => `${value.toFixed(3)} ${unit}`;
  const limitText =
    limit &&
    `${limit.most}${limit.of === 'ours' ? ` ${unit}` : ''}${limit.orBare ? ', or as the bare' : ''}`;
  return [
    `${name}: ours ${formatValue(result.ours)}`,
    result.bare === null ? '' : `, bare ${formatValue(result.bare)}`,
    result.ratio === null ? '' : `, ratio ${result.ratio.toFixed(2)}`,
    limitText === null ? '' : ` (at most ${limitText})`,
    nonsense === null ? '' : `; cannot be true: ${nonsense}`,
    isPassed(result) || nonsense !== null ? '' : '; too much',
  ].join('');
}
