import { parentPort, workerData } from 'node:worker_threads';
import { getPrinterModel } from '../models/index.ts';
import { renderCompressedPaper } from '../render-paper.ts';
import type { PaperRenderRequest } from './render-in-worker.ts';

/** Entry of the worker thread that renders a long paper. */

// Only `renderPaperInWorker` starts this thread, with this type.
const { receipt, paper, model, about } = workerData as PaperRenderRequest;
const packed = await renderCompressedPaper(
  receipt,
  { ...paper, model: getPrinterModel(model) },
  about,
);
parentPort?.postMessage(packed);
