/** Queries of the print queue for tests of other folders. */
export {
  countWaitingPrintJobs,
  findNextPrintJob,
  insertPrintJob,
  readJobBytes,
  recoverPrintJobs,
} from '../queue/index.ts';
