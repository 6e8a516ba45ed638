/** Rounds in which ours and the bare thing are measured in turns, and a word now and then. */
export type Turn = 'ours' | 'bare';

/** Milliseconds between two words of one measurement. */
const PROGRESS_INTERVAL_MS = 5_000;

/** Says on standard error what is being done. */
export function reportProgress(what: string): void {
  process.stderr.write(`${what}\n`);
}

/**
 * Measures both in every round, each first in every other one, so that what slows the machine slows
 * both alike. Rounds of the warm-up are measured with `isKept` false.
 */
export async function measureInTurns(
  what: string,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
  measure: (turn: Turn, isKept: boolean, round: number) => Promise<void> | void,
): Promise<void> {
  let said = Number.NEGATIVE_INFINITY;
  for (let round = -warmUp; round < rounds; round += 1) {
    if (performance.now() - said > PROGRESS_INTERVAL_MS) {
      reportProgress(`${what}: ${round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`}`);
      said = performance.now();
    }
    const turns: readonly Turn[] = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
    for (const turn of turns) await measure(turn, round >= 0, round);
  }
}

/** Samples that are still being taken. */
export function createSamples(): Record<Turn, number[]> {
  return { ours: [], bare: [] };
}
