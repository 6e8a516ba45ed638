import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupWorkerTask, runBackupWorkerTask } from './backup-tasks.ts';

/**
 * Entry point of the worker thread that checks, packs and opens backups, so that the counter is not
 * blocked.
 */

// The counter has priority. Only Linux supports a priority per thread.
if (process.platform === 'linux') setPriority(19);

// Sent by `backup-worker.ts` of the same program version, so no validation is needed.
const task: BackupWorkerTask = workerData;

parentPort?.postMessage(await runBackupWorkerTask(task));
