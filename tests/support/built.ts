import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './till-process.ts';

/**
 * What tests start beside themselves: main in a process of its own, and the threads. `npm test` builds them from the
 * sources before the tests begin, because to load several hundred modules costs a process more than what it is started
 * for. Where nothing was built, as in a run of a few files, it is the sources themselves.
 */
const dist = process.env.TILL_DIST;

export const MAIN = toBuiltPath('main.js', 'electron/main/main.ts');
export const CHECK_WORKER = pathToFileURL(
  toBuiltPath('check-worker.js', 'electron/back-office/backup/inspect-worker.ts'),
);
export const PAPER_WORKER = pathToFileURL(
  toBuiltPath('paper-worker.js', 'electron/printing/thread/paper-worker.ts'),
);
export const TRAINING_WORKER = pathToFileURL(
  toBuiltPath('training-worker.js', 'electron/training/thread/worker.ts'),
);

function toBuiltPath(built: string, source: string): string {
  return dist === undefined ? join(ROOT, source) : join(ROOT, dist, 'main', built);
}
