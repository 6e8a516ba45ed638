/** Queries of the print queue for tests of other folders. */
export {
  countWaitingPrintJobs,
  findNextPrintJob,
  insertPrintJob,
  readPrintJobBytes,
  recoverInterruptedPrintJobs,
} from '../queue/index.ts';
