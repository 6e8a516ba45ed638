import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { inspectLedger } from './inspect.ts';

/** Entry of the thread in which a copy is looked through, so that the counter does not wait. */

const { file } = z.strictObject({ file: z.string().min(1) }).parse(workerData);

parentPort?.postMessage(await inspectLedger(file));
