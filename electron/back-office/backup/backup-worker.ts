import { Worker } from 'node:worker_threads';
import type {
  BackupWorkerTask,
  OpenBackupResult,
  OpenBackupTask,
  PackBackupResult,
  PackBackupTask,
} from './backup-tasks.ts';
import type { LedgerInspectionResult } from './inspect-ledger.ts';

/** Runs the slow parts of backups (`backup-tasks.ts`), each in its own worker thread. */
export interface BackupWorker {
  inspectLedger(file: string): Promise<LedgerInspectionResult>;
  packBackup(task: PackBackupTask): Promise<PackBackupResult>;
  openBackup(task: OpenBackupTask): Promise<OpenBackupResult>;
  /** Terminates the running tasks; their promises then reject. */
  stop(): Promise<void>;
}

/** `workerUrl` is `inspect-worker.ts`, or its bundled file. */
export function createBackupWorker(workerUrl: URL): BackupWorker {
  const running = new Set<Worker>();
  let isStopped = false;
  const run = <Answer>(task: BackupWorkerTask): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (isStopped) throw new Error('the till is closing');
      // Without an empty execArgv, the thread would inherit hooks that are meant only for the main
      // thread.
      const worker = new Worker(workerUrl, { workerData: task, execArgv: [] });
      running.add(worker);
      worker.on('message', (answer: Answer) => resolve(answer));
      worker.on('error', reject);
      worker.on('exit', () => {
        running.delete(worker);
        reject(new Error('the work on a backup ended before it had an answer'));
      });
    });
  return {
    inspectLedger: (file) => run({ kind: 'inspect', file }),
    packBackup: (task) => run({ kind: 'pack', ...task }),
    openBackup: (task) => run({ kind: 'open', ...task }),
    stop: async () => {
      isStopped = true;
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}
