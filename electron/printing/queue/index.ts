/**
 * Prints jobs one at a time in the order of the ledger, and decides who may see a printed paper.
 */

export {
  approvePrintJob,
  endPrintJob,
  insertPrintJob,
  markDrawerPulseSettled,
  recoverPrintJobs,
  startPrintJob,
} from './job-changes.ts';
export type { PrintJobRow } from './job-rows.ts';
export { deleteOldJobBytes, readJobBytes, readPicture } from './pictures.ts';
export {
  countWaitingPrintJobs,
  findNextPrintJob,
  hasOpenedDrawer,
  isGiftCardHidden,
  listBasketDrawerJobs,
  listDrawerJobs,
  listPaymentPrintJobs,
  listRecentOriginalPrintJobs,
  listUsedDeliveryMethods,
  readOriginalPrintJob,
  readPrintJob,
} from './print-job-queries.ts';
export { createPrintQueue, type RenderedJob } from './print-queue.ts';
export { createReprintPolicy, type PaperViewer, type ReprintPolicy } from './reprint-policy.ts';
export { listUnprintedPapers } from './unprinted-papers.ts';
