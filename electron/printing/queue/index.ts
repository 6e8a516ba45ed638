/**
 * Prints jobs one at a time in the order of the ledger, and decides who may see what was printed.
 */

export { type OpenPaperRow, openPapers } from './open-papers.ts';
export {
  approvePrintJob,
  countWaitingPrintJobs,
  endPrintJob,
  insertPrintJob,
  keepDrawerDone,
  nextWaitingPrintJob,
  originalPrintJob,
  type PrintJobKind,
  type PrintJobRow,
  type PrintJobState,
  printJob,
  printJobsOfPayment,
  recentOriginalPrintJobs,
  recoverPrintJobs,
  takePrintJob,
} from './print-jobs.ts';
export { createQueue, type MadeJob } from './queue.ts';
export { createWithholding, type PaperViewer, type Withholding } from './withheld.ts';
