import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupTask, runBackupTask } from './backup-tasks.ts';

/** Entry of the thread that checks, packs and opens backups, so that the counter does not wait. */

// The counter comes first. Only Linux gives a thread a priority of its own.
if (process.platform === 'linux') setPriority(19);

// Made by `backup-worker.ts`, of the same program: its types hold.
const task: BackupTask = workerData;

parentPort?.postMessage(await runBackupTask(task));
