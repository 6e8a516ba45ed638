import { parentPort, workerData } from 'node:worker_threads';
import { getPrinterModel } from '../models/index.ts';
import { renderPackedPaper } from '../render-paper.ts';
import type { RenderRequest } from './render-in-worker.ts';

/** Entry of the worker thread that renders a long paper. */

// Only `renderInWorker` starts this thread, with this type.
const { receipt, paper, model, about } = workerData as RenderRequest;
const packed = await renderPackedPaper(receipt, { ...paper, model: getPrinterModel(model) }, about);
parentPort?.postMessage(packed);
