import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './till-process.ts';

/**
 * The programs that tests start beside themselves: main in its own process, and the worker threads.
 * `npm test` builds them before the tests begin, because loading several hundred modules takes
 * longer than the test itself. If nothing is built, as in a run of a few files, the paths are those
 * of the sources.
 */
const dist = process.env.TILL_DIST;

export const MAIN_FILE = toBuiltPath('main.js', 'electron/main/main.ts');
/** The commands of a chain, and its process. */
export const CHAIN_PROGRAM =
  dist === undefined
    ? join(ROOT, 'tests/support/chain-program.ts')
    : join(ROOT, dist, 'office', 'mostrador-chain.mjs');
export const CHECK_WORKER_URL = pathToFileURL(
  toBuiltPath('check-worker.js', 'electron/back-office/backup/inspect-worker.ts'),
);
export const PAPER_WORKER_URL = pathToFileURL(
  toBuiltPath('paper-worker.js', 'electron/printing/thread/paper-worker.ts'),
);
export const TRAINING_WORKER_URL = pathToFileURL(
  toBuiltPath('training-worker.js', 'electron/training/thread/worker.ts'),
);

function toBuiltPath(builtFile: string, sourceFile: string): string {
  return dist === undefined ? join(ROOT, sourceFile) : join(ROOT, dist, 'main', builtFile);
}
