import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'proof.md');
const LOCK = join(tmpdir(), 'till-proof-figures.lock');
const LOCK_RETRY_DELAY_MS = 20;
const MAX_LOCK_TRIES = 1_500;

/** Replaces the row of that name in docs/proof.md. Throws if there is none. */
export function writeFigures(name: string, figures: readonly (string | number)[]): void {
  runLocked(() => {
    const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
    const index = lines.findIndex((line) => line.startsWith(`| ${name} |`));
    if (index < 0) throw new Error(`docs/proof.md has no row for ${name}`);
    writeFileSync(DOCUMENT, lines.with(index, formatRow(name, figures)).join('\n'));
  });
}

/** A row of a table in docs/proof.md. */
export function formatRow(name: string, figures: readonly (string | number)[]): string {
  const cells = figures.map((value) =>
    typeof value === 'number' ? value.toLocaleString('en-US') : value,
  );
  return `| ${[name, ...cells].join(' | ')} |`;
}

/** The walks run in several processes at once. */
function runLocked(work: () => void): void {
  for (let tries = 1; ; tries += 1) {
    try {
      mkdirSync(LOCK);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (tries === MAX_LOCK_TRIES)
        throw new Error(`A run that was killed has left ${LOCK}. Delete it.`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_RETRY_DELAY_MS);
    }
  }
  try {
    work();
  } finally {
    rmSync(LOCK, { recursive: true });
  }
}
