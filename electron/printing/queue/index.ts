/** Jobs one at a time in the order of the ledger, and who may see what was printed. */
export { createQueue, type MadeJob } from './queue.ts';
export { createWithholding, type PaperViewer } from './withheld.ts';
