import { Worker } from 'node:worker_threads';
import type { PrintTarget } from '../layout/index.ts';
import type { PrinterModel } from '../models/index.ts';
import type { Receipt } from '../papers/index.ts';
import type { PackedPaper } from '../render-paper.ts';

/** What the thread is given. A printer's model is found by its name: it holds functions. */
export interface RenderRequest {
  readonly receipt: Receipt;
  readonly paper: Omit<PrintTarget, 'model'>;
  readonly model: PrinterModel['name'];
  readonly about: { readonly title: string; readonly at: string };
}

/**
 * `workerUrl` is `paper-worker.ts`, or its bundled file. Rejects if the paper cannot be made, and
 * once `signal` is aborted.
 */
export function renderInWorker(
  workerUrl: URL,
  order: RenderRequest,
  signal: AbortSignal,
): Promise<PackedPaper> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // Without execArgv the thread would inherit hooks that are meant only for the main thread.
    const worker = new Worker(workerUrl, { workerData: order, execArgv: [] });
    const end = (): void => void worker.terminate();
    signal.addEventListener('abort', end, { once: true });
    worker.on('message', (made: PackedPaper) => resolve(made));
    worker.on('error', reject);
    worker.on('exit', () => {
      signal.removeEventListener('abort', end);
      reject(new Error('the thread ended before its paper was made'));
    });
  });
}
