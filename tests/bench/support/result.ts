/**
 * One comparison of a benchmark: ours beside the bare thing, measured in turns in the same run.
 * Only the ratio is judged; a machine's speed is nobody's fault.
 */
export interface BenchResult {
  readonly name: string;
  /** Medians, in `unit`. */
  readonly ours: number;
  readonly bare: number;
  /** Ours divided by bare. */
  readonly ratio: number;
  /** The greatest ratio that passes; null for what is only reported. */
  readonly limit: number | null;
  readonly unit: string;
}

/** The value that so many percent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** A comparison from its samples: of their medians, unless another percentile is named. */
export function compared(
  name: string,
  samples: { readonly ours: readonly number[]; readonly bare: readonly number[] },
  limit: number | null,
  unit = 'ms',
  percent = 50,
): BenchResult {
  const ours = percentile(samples.ours, percent);
  const bare = percentile(samples.bare, percent);
  return { name, ours, bare, ratio: ours / bare, limit, unit };
}

/** True when no comparison is above its limit. */
export function passes(results: readonly BenchResult[]): boolean {
  return results.every((result) => result.limit === null || result.ratio <= result.limit);
}

/** Prints a table, or JSON where it was asked for, and sets the exit code. */
export async function runDirectly(
  run: () => Promise<BenchResult[]>,
  isAsked: boolean,
): Promise<void> {
  if (!isAsked) return;
  const results = await run();
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(results, null, 2));
  } else {
    for (const result of results) console.log(lineOf(result));
  }
  process.exitCode = passes(results) ? 0 : 1;
}

function lineOf(result: BenchResult): string {
  const limit = result.limit === null ? '' : ` (at most ${result.limit})`;
  const number = (value: number): string => value.toFixed(3);
  return `${result.name}: ours ${number(result.ours)} ${result.unit}, bare ${number(result.bare)} ${result.unit}, ratio ${result.ratio.toFixed(2)}${limit}`;
}
