/** Rounds that measure ours and the bare equivalent in turns, with progress messages. */
export type Turn = 'ours' | 'bare';

/** The interval between two progress messages of one measurement. */
const PROGRESS_INTERVAL_MS = 5_000;

/** Writes a progress message to standard error. */
export function reportProgress(message: string): void {
  process.stderr.write(`${message}\n`);
}

/**
 * Measures both sides in every round, alternating which is first, so that what slows the machine
 * affects both. Calls `measure` with `isKept` false for warm-up rounds.
 */
export async function measureInTurns(
  name: string,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
  measure: (turn: Turn, isKept: boolean, round: number) => Promise<void> | void,
): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  for (let round = -warmUp; round < rounds; round += 1) {
    if (performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
      reportProgress(`${name}: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}`);
      reportedAt = performance.now();
    }
    const turns: readonly Turn[] = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
    for (const turn of turns) await measure(turn, round >= 0, round);
  }
}

/** Creates empty samples. */
export function createSamples(): Record<Turn, number[]> {
  return { ours: [], bare: [] };
}
