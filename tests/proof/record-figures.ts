import { IS_FULL_RUN } from '../support/sampling.ts';
import type { WalkResult } from './walk.ts';
import { formatRow, writeFigures } from './write-figures.ts';

/** Prints the figures of a walk; with `--all` it also writes them into docs/proof.md. */
export function recordWalkFigures(name: string, result: WalkResult): void {
  const { states, transitions, depth, isComplete, violation } = result;
  const extent = `${depth} steps${isComplete ? ', to the end' : ''}`;
  recordFigures(name, [states, transitions, extent, violation === null ? 0 : 1]);
}

export function recordFigures(name: string, figures: readonly (string | number)[]): void {
  process.stderr.write(`${formatRow(name, figures)}\n`);
  if (IS_FULL_RUN) writeFigures(name, figures);
}
