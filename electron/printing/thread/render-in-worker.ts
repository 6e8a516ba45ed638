import { Worker } from 'node:worker_threads';
import type { PrintTarget } from '../layout/index.ts';
import type { PrinterModel } from '../models/index.ts';
import type { Receipt } from '../papers/index.ts';
import type { CompressedPaper } from '../render-paper.ts';

/** The input of the thread. A printer's model is sent by name, because it contains functions. */
export interface PaperRenderRequest {
  readonly receipt: Receipt;
  readonly paper: Omit<PrintTarget, 'model'>;
  readonly model: PrinterModel['name'];
  readonly about: { readonly title: string; readonly at: string };
}

/**
 * `workerUrl` is `paper-worker.ts`, or its bundled file. Rejects if the paper cannot be rendered, and
 * once `signal` is aborted.
 */
export function renderPaperInWorker(
  workerUrl: URL,
  request: PaperRenderRequest,
  signal: AbortSignal,
): Promise<CompressedPaper> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // Without execArgv the thread would inherit module hooks that are only for the main thread.
    const worker = new Worker(workerUrl, { workerData: request, execArgv: [] });
    const terminate = (): void => void worker.terminate();
    signal.addEventListener('abort', terminate, { once: true });
    worker.on('message', (packed: CompressedPaper) => resolve(packed));
    worker.on('error', reject);
    worker.on('exit', () => {
      signal.removeEventListener('abort', terminate);
      reject(new Error('the thread ended before the paper was rendered'));
    });
  });
}
