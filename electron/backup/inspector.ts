import { Worker } from 'node:worker_threads';
import type { Inspected } from './inspect.ts';

export interface Inspector {
  inspect(file: string): Promise<Inspected>;
  /** Ends the current inspection; its promise then rejects. */
  stop(): Promise<void>;
}

/** `workerUrl` is `inspect-worker.ts`, or its bundled file. */
export function createInspector(workerUrl: URL): Inspector {
  const running = new Set<Worker>();
  let isStopped = false;
  return {
    inspect: (file) =>
      new Promise((resolve, reject) => {
        if (isStopped) throw new Error('the till is closing');
        // Without execArgv the thread would inherit hooks that are meant only for the main thread.
        const worker = new Worker(workerUrl, { workerData: { file }, execArgv: [] });
        running.add(worker);
        worker.on('message', (answer: Inspected) => resolve(answer));
        worker.on('error', reject);
        worker.on('exit', () => {
          running.delete(worker);
          reject(new Error('the check of a ledger ended before it had an answer'));
        });
      }),
    stop: async () => {
      isStopped = true;
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}
