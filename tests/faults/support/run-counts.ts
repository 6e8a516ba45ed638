import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { EpisodeResult } from './episode.ts';
import { addSituations, type Situations } from './situations.ts';
import { createTally, isClean, type Tally } from './tally.ts';

/** What the runs of one seed have counted until now. */
export interface RunCounts {
  readonly seed: string;
  /** The number of the first run that is not counted yet. */
  next: number;
  runs: number;
  /** Runs whose till was killed with SIGKILL. */
  killed: number;
  readonly tally: Tally;
  readonly situations: Situations;
  /** The seeds of the runs that found a fault. */
  readonly failedSeeds: string[];
}

export function createRunCounts(seed: string, next: number): RunCounts {
  const tally = createTally();
  return { seed, next, runs: 0, killed: 0, tally, situations: new Map(), failedSeeds: [] };
}

/** Adds the next run. Returns whether it found no fault. */
export function addRun(
  counts: RunCounts,
  { seed, isKilled }: { readonly seed: string; readonly isKilled: boolean },
  { tally, situations, faults }: EpisodeResult,
): boolean {
  counts.next += 1;
  counts.runs += 1;
  if (isKilled) counts.killed += 1;
  for (const key of Object.keys(counts.tally) as (keyof Tally)[]) counts.tally[key] += tally[key];
  addSituations(counts.situations, situations);
  const isWell = faults.length === 0 && isClean(tally);
  if (!isWell) counts.failedSeeds.push(seed);
  return isWell;
}

const count = z.int().nonnegative();
const savedCountsSchema = z.strictObject({
  seed: z.string(),
  next: count,
  runs: count,
  killed: count,
  tally: z.record(z.string(), count),
  situations: z.record(z.string(), count),
  failedSeeds: z.array(z.string()),
});

/** Returns null if there is no such file. Throws if it holds something else. */
export function loadRunCounts(file: string): RunCounts | null {
  if (!existsSync(file)) return null;
  const saved = savedCountsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    ...saved,
    tally: { ...createTally(), ...saved.tally },
    situations: new Map(Object.entries(saved.situations)),
  };
}

/** A command that is killed meanwhile leaves the earlier file. */
export function saveRunCounts(file: string, counts: RunCounts): void {
  const situations = Object.fromEntries([...counts.situations].sort());
  const temporaryFile = `${file}.part`;
  writeFileSync(temporaryFile, `${JSON.stringify({ ...counts, situations }, null, 1)}\n`);
  renameSync(temporaryFile, file);
}
