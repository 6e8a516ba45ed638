import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { inspectLedger } from './inspect.ts';

/** Entry of the thread that checks a copy, so that the counter does not wait. */

const { file } = z.strictObject({ file: z.string().min(1) }).parse(workerData);

parentPort?.postMessage(await inspectLedger(file));
