/**
 * Prints jobs one at a time in the order of the ledger, and decides who may see what was printed.
 */

export {
  approvePrintJob,
  endPrintJob,
  insertPrintJob,
  keepDrawerDone,
  recoverPrintJobs,
  takePrintJob,
} from './job-changes.ts';
export type { PrintJobRow } from './job-rows.ts';
export { openPapers } from './open-papers.ts';
export { dropBytes, keptBytes, pictureOf } from './pictures.ts';
export {
  countWaitingPrintJobs,
  drawerJobsOf,
  drawerJobsOfBasket,
  hasOpenedDrawer,
  isGiftCardOfOneGone,
  nextWaitingPrintJob,
  originalPrintJob,
  printJob,
  printJobsOfPayment,
  recentOriginalPrintJobs,
  waysGiven,
} from './print-jobs.ts';
export { createQueue, type MadeJob } from './queue.ts';
export { createWithholding, type PaperViewer, type Withholding } from './withheld.ts';
