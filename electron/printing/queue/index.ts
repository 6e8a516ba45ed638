/**
 * Prints jobs one at a time in the order of the ledger, and decides who may see a printed paper.
 */

export {
  approvePrintJob,
  endPrintJob,
  insertPrintJob,
  recordWhetherDrawerPulseWasSent,
  recoverInterruptedPrintJobs,
  startPrintJob,
} from './job-changes.ts';
export type { PrintJobRow } from './job-rows.ts';
export { deleteOldPrintJobBytes, readPrintJobBytes, readPrintPicture } from './pictures.ts';
export {
  countWaitingPrintJobs,
  findNextPrintJob,
  hasOpenedDrawer,
  isGiftCardCodeHidden,
  listBasketDrawerJobs,
  listDrawerJobs,
  listPaymentPrintJobs,
  listRecentOriginalPrintJobs,
  listUsedDeliveryMethods,
  readOriginalPrintJob,
  readPrintJob,
} from './print-job-queries.ts';
export { createPrintQueue, type RenderedPrintJob } from './print-queue.ts';
export {
  createReprintPolicy,
  type PaperViewingCashier,
  type ReprintPolicy,
} from './reprint-policy.ts';
export { listUnprintedPapers } from './unprinted-papers.ts';
