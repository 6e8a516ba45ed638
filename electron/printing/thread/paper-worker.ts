import { parentPort, workerData } from 'node:worker_threads';
import { writePaper } from '../make-paper.ts';
import { printerModel } from '../models/index.ts';
import type { PaperOrder } from './make-apart.ts';

/** Entry of the thread that makes a long paper. */

// Main wrote it a moment ago; nobody else starts this thread.
const { receipt, paper, model, about } = workerData as PaperOrder;
const made = await writePaper(receipt, { ...paper, model: printerModel(model) }, about);
parentPort?.postMessage(made);
