import { parentPort, workerData } from 'node:worker_threads';
import { renderPackedPaper } from '../make-paper.ts';
import { getPrinterModel } from '../models/index.ts';
import type { RenderRequest } from './make-apart.ts';

/** Entry of the thread that makes a long paper. */

// Main wrote it a moment ago; nobody else starts this thread.
const { receipt, paper, model, about } = workerData as RenderRequest;
const made = await renderPackedPaper(receipt, { ...paper, model: getPrinterModel(model) }, about);
parentPort?.postMessage(made);
