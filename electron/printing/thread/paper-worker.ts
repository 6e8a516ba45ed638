import { parentPort, workerData } from 'node:worker_threads';
import { getPrinterModel } from '../models/index.ts';
import { renderPackedPaper } from '../render-paper.ts';
import type { RenderRequest } from './render-in-worker.ts';

/** Entry of the thread that makes a long paper. */

// Main wrote it a moment ago; nobody else starts this thread.
const { receipt, paper, model, about } = workerData as RenderRequest;
const made = await renderPackedPaper(receipt, { ...paper, model: getPrinterModel(model) }, about);
parentPort?.postMessage(made);
